import type { FetchedKeySet } from './jwt-options.ts';

/** Far more than any issuer publishes. */
const mostBytes = 1024 * 1024;

/** Reads the JSON of an answer, and no more of it than an issuer has to say; rejects where it is longer, too late or another thing. */
export async function readJson({ status, body }: FetchedKeySet, signal: AbortSignal, what: string): Promise<unknown> {
  if (status === 200 && body) {
    const text = await readText(body.getReader(), signal, what);
    try {
      return JSON.parse(text);
    } catch {
      // The engine's own error quotes the answer, which may repeat what was asked: tokens and secrets.
      throw new Error(`${what} was answered with no JSON.`);
    }
  }
  if (body) letGo(body);
  throw new Error(`${what} was answered with status ${status}${body ? '' : ' and no body'}.`);
}

async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
  what: string,
): Promise<string> {
  // Not every fetch heeds its signal.
  const stop = (): void => letGo(reader);
  signal.addEventListener('abort', stop);
  try {
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > mostBytes) throw new Error(`${what} has more than ${mostBytes} bytes.`);
      text += decoder.decode(part.value, { stream: true });
    }
    // A stream that was let go ends as if it were complete.
    signal.throwIfAborted();
    return text + decoder.decode();
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Not waited for: a stream of somebody else's may never end. */
function letGo(unread: ReadableStream | ReadableStreamDefaultReader): void {
  unread.cancel().catch(() => {
    // It has ended by itself, which is as good.
  });
}
