import type { BodyKind } from './operation.ts';

/** The media type without its parameters, in lower case. */
function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether a media type is JSON, such as `application/json` or `application/problem+json`. */
export function isJsonType(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

/** How a body of a media type is written; `undefined` where that is unknown. */
export function kindOfType(mediaType: string): BodyKind | undefined {
  const essence = essenceOf(mediaType);
  if (isJsonType(essence) || essence === '*/*' || essence === 'application/*') return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence === 'multipart/form-data') return 'multipart';
  if (essence === 'application/xml' || essence === 'text/xml' || essence.endsWith('+xml')) return undefined;
  if (essence.startsWith('text/')) return 'text';
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)$/u.test(essence)
    ? 'binary'
    : undefined;
}
