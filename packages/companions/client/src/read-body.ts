/** A body as text, or that it was too long or no text. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too_long' }
  | { readonly kind: 'not_text' };

/**
 * Reads a body to its end, up to a number of bytes; of a redirect nothing is read. An abort ends the reading too, since not every `fetch`
 * heeds its signal; what was there by then counts for nothing.
 */
export async function readBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<Body> {
  const { body, status } = response;
  if (body === null) return { kind: 'text', text: '' };
  if ((status >= 300 && status < 400) || signal.aborted) {
    letGo(body);
    return { kind: 'text', text: '' };
  }
  const reader = body.getReader();
  signal.addEventListener('abort', () => letGo(reader), { once: true });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    length += chunk.value.byteLength;
    if (length > maxBytes) {
      letGo(reader);
      return { kind: 'too_long' };
    }
    chunks.push(chunk.value);
  }
  return decode(chunks, length);
}

/** Not waited for: a stream that a `fetch` of somebody else's has split ends only when all its parts do. */
function letGo(unread: ReadableStream | ReadableStreamDefaultReader): void {
  unread.cancel().catch(() => {
    // It has ended by itself, which is as good.
  });
}

function decode(chunks: readonly Uint8Array[], length: number): Body {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'not_text' };
  }
}
