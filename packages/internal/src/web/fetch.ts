/** The part of `fetch` that is called, so that a custom function needs no more. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

/** The options of a call of `Fetch`. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | URLSearchParams;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** Reads a body; `undefined` if it is longer than `maxBytes`. Rejects when the signal aborts, even if the stream ignores it. */
export async function readBytes(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = body.getReader();
  const stop = (): void => cancelReading(reader);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > maxBytes) return undefined;
      parts.push(part.value);
    }
    // A canceled stream ends as if it were complete.
    signal.throwIfAborted();
    return join(parts, length);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Cancels without waiting, since the stream of a custom `fetch` may never end. */
export function cancelReading(unread: ReadableStream | ReadableStreamDefaultReader): void {
  unread.cancel().catch(() => {
    // The stream has already ended.
  });
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}
