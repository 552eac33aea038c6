import type { ArtifactOutcome } from '../call/outcome.ts';
import type { ArtifactBody } from '../tool/tool-result.ts';

/** Reads the body of an artifact as chunks of bytes. */
export async function* bytesOf(body: ArtifactBody): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  // The first half of a character that is split between two strings.
  let half = '';
  const chunks = typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
  for await (const chunk of chunks) {
    const isText = typeof chunk === 'string';
    const text = isText ? half + chunk : half;
    half = isText && /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : '';
    if (text !== half) yield encoder.encode(half === '' ? text : text.slice(0, -1));
    if (!isText) yield chunk;
  }
  if (half !== '') yield encoder.encode(half);
}

/** Encodes an artifact with the field names of Open Tool Calling and Arcade, which have no file name. */
export function encodeArtifact({ url, contentType, size, description }: ArtifactOutcome['artifact']): {
  readonly url: string;
  readonly content_type: string;
  readonly size: number;
  readonly meta: { readonly description: string };
} {
  return { url, content_type: contentType, size, meta: { description } };
}
