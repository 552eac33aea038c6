/** A body as text, or why it is not. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too_long' }
  | { readonly kind: 'not_text' };

/** Reads a body up to a number of bytes, except of a redirect. An abort ends the reading too, because not every `fetch` supports its signal. */
export async function readBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<Body> {
  const { body, status } = response;
  if (body === null) return { kind: 'text', text: '' };
  if ((status >= 300 && status < 400) || signal.aborted) {
    cancelReading(body);
    return { kind: 'text', text: '' };
  }
  const reader = body.getReader();
  signal.addEventListener('abort', () => cancelReading(reader), { once: true });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    length += chunk.value.byteLength;
    if (length > maxBytes) {
      cancelReading(reader);
      return { kind: 'too_long' };
    }
    chunks.push(chunk.value);
  }
  return decode(chunks, length);
}

/** Not awaited, because a stream that a custom `fetch` has split ends only with all its branches. */
function cancelReading(unread: ReadableStream | ReadableStreamDefaultReader): void {
  unread.cancel().catch(() => {
    // The stream has already ended.
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
