import { cancelReading, readBytes } from '@toolwire/internal';

/** A body as text, or why it is not. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too_long' }
  | { readonly kind: 'not_text' };

/** Reads a body up to a number of bytes, except of a redirect. Rejects when the signal aborts, because not every `fetch` supports it. */
export async function readBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<Body> {
  const { body, status } = response;
  if (body === null) return { kind: 'text', text: '' };
  if (status >= 300 && status < 400) {
    cancelReading(body);
    return { kind: 'text', text: '' };
  }
  const bytes = await readBytes(body, maxBytes, signal);
  return bytes === undefined ? { kind: 'too_long' } : decode(bytes);
}

function decode(bytes: Uint8Array): Body {
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'not_text' };
  }
}
