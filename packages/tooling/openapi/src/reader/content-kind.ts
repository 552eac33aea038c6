import { typesOf } from '@toolwire/internal/json-schema';
import { type JsonRecord, recordOf } from '../base/json.ts';
import { isFileType, isRange, kindOfType } from './media-types.ts';
import type { BodyKind } from './operation.ts';
import type { References } from './references.ts';

/** Whether a schema describes bytes; `mediaType` is the type that the document has them sent as. */
export function isFile(schema: JsonRecord, mediaType?: string): boolean {
  const { type, format, contentEncoding, contentMediaType } = schema;
  const isText = typesOf(schema).includes('string');
  if (isText && format === 'binary') return true;
  if (contentEncoding !== undefined || (type !== undefined && !isText)) return false;
  // OpenAPI 3.1 has an empty schema for bytes whose media type is elsewhere.
  const isEmpty = Object.keys(schema).every((keyword) => keyword === 'description');
  if (mediaType !== undefined) return isFileType(mediaType) && (isText || isEmpty);
  return typeof contentMediaType === 'string' && isFileType(contentMediaType);
}

/** The kind of a body or a response. A range such as `application/*` is JSON, unless its schema is a file. */
export function kindOfContent(mediaType: string, media: unknown, references: References): BodyKind | undefined {
  const kind = kindOfType(mediaType);
  if (kind !== 'json' || !isRange(mediaType)) return kind;
  const { schema } = recordOf(references.resolve(media));
  return isFile(recordOf(references.resolve(schema))) ? 'binary' : 'json';
}
