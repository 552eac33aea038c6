import { type Fields, recordOf } from '@toolwire/internal';
import { typesOf } from '@toolwire/internal/json-schema';
import type { ApiResponse, BodyKind } from './document-model.ts';
import type { References } from './references.ts';

/** Returns a media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether a media type is JSON, such as `application/json` or `application/problem+json`. */
export function isJsonType(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

/** Returns how a body of a media type is written; `undefined` if that is unknown. */
export function kindOfType(mediaType: string): BodyKind | undefined {
  const essence = essenceOf(mediaType);
  if (isJsonType(essence) || essence === '*/*' || essence === 'application/*') return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence === 'multipart/form-data') return 'multipart';
  if (isXmlType(essence)) return undefined;
  if (essence.startsWith('text/')) return 'text';
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)$/u.test(essence)
    ? 'binary'
    : undefined;
}

function isXmlType(essence: string): boolean {
  return essence === 'application/xml' || essence === 'text/xml' || essence.endsWith('+xml');
}

/** Whether a media type belongs to a file, such as `image/png`, and not to text or a form. */
export function isFileType(mediaType: string): boolean {
  const kind = kindOfType(mediaType);
  return kind === 'binary' || (kind === undefined && !isXmlType(essenceOf(mediaType)));
}

/** Whether a media type is a range, such as `image/*`. */
export function isRange(mediaType: string): boolean {
  return mediaType.includes('*');
}

/** Returns the first media type of a list that is not a range, such as `image/png` of `image/*, image/png`. */
export function firstType(list: unknown): string | undefined {
  if (typeof list !== 'string') return undefined;
  const types = list.split(',').map((type) => type.trim());
  return types.find((type) => type !== '' && !isRange(type));
}

/** The media types for bodies whose type in the document is a range. */
export const defaultTypes: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  binary: 'application/octet-stream',
};

/** Whether a schema describes a file. `mediaType` is the type of the file, if the document has it next to the schema. */
export function isFile(schema: Fields, mediaType?: string): boolean {
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

/** Returns the media types of successful responses, each once. */
export function acceptedTypes(responses: readonly ApiResponse[]): readonly string[] {
  const successful = responses.filter(({ status }) => /^2|^default$/u.test(status));
  return [...new Set(successful.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)))];
}
