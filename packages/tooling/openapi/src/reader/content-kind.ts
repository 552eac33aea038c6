import { typesOf } from '@toolwire/internal/json-schema';
import { type JsonRecord, recordOf } from '../base/json.ts';
import type { BodyKind } from './document-model.ts';
import { isFileType, isRange, kindOfType } from './media-types.ts';
import type { References } from './references.ts';

/** Whether a schema describes a file. `mediaType` is the type of the file, if the document has it next to the schema. */
export function isFile(schema: JsonRecord, mediaType?: string): boolean {
  const { type, format, contentEncoding, contentMediaType } = schema;
  const isText = typesOf(schema).includes('string');
  if (isText && format === 'binary') return true;
  if (contentEncoding !== undefined || (type !== undefined && !isText)) return false;
  // In OpenAPI 3.1 a file may have an empty schema, and its media type next to it.
  const isEmpty = Object.keys(schema).every((keyword) => keyword === 'description');
  if (mediaType !== undefined) return isFileType(mediaType) && (isText || isEmpty);
  return typeof contentMediaType === 'string' && isFileType(contentMediaType);
}

/** Returns the kind of a body or a response. A range such as `application/*` is JSON, unless its schema is a file. */
export function kindOfContent(mediaType: string, media: unknown, references: References): BodyKind | undefined {
  const kind = kindOfType(mediaType);
  if (kind !== 'json' || !isRange(mediaType)) return kind;
  const { schema } = recordOf(references.resolve(media));
  return isFile(recordOf(references.resolve(schema))) ? 'binary' : 'json';
}
