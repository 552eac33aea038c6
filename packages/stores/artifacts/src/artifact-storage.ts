import type { ArtifactDetails } from '@toolwire/core';
import { quoteValue } from '@toolwire/internal';

/** A stored file. */
export interface StoredFile {
  readonly contentType: string;
  readonly name?: string | undefined;
  readonly size: number;
  /** Opened by the first read. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Stores the bytes of artifacts. IDs are generated, and never come from outside. */
export interface ArtifactStorage {
  /** Stores the body and returns its size. On failure, it deletes the stored parts of the body and rejects. */
  write(id: string, body: AsyncIterable<Uint8Array>, details: ArtifactDetails): Promise<number>;
  /** Returns the file; `undefined` if it was deleted. */
  read(id: string): Promise<StoredFile | undefined>;
  /** Returns a secret for URLs that is stored with the files, if the option is not set. */
  secret?(): Promise<Uint8Array>;
  /** A warning that the files end with the process; omitted if they don't. */
  readonly endsWithProcess?: string | undefined;
}

/**
 * Passes copies of chunks on, because a tool may fill the same buffer again before they are stored. Throws above a limit, and when a
 * signal aborts, even while it waits for the next chunk.
 */
export async function* copyChunks(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  maxBytes: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = body[Symbol.asyncIterator]();
  let size = 0;
  let ended = false;
  try {
    for (;;) {
      const step = await nextUnlessAborted(chunks, signal);
      ended = step.done === true;
      if (step.done === true) return;
      const bytes = bytesOf(step.value);
      if (bytes === undefined) {
        throw new TypeError(`A chunk of an artifact must be bytes or a string, got ${quoteValue(step.value)}.`);
      }
      size += bytes.length;
      if (size > maxBytes) {
        throw new RangeError(
          `The artifact is larger than ${maxBytes} bytes. Raise maxBytes, or return a smaller file.`,
        );
      }
      yield bytes.slice();
    }
  } finally {
    // Not awaited: a stalled source would block the deletion of the partial file. Its result is not used.
    if (!ended) chunks.return?.()?.catch(() => undefined);
  }
}

/** The bytes of a chunk, in the same memory; `undefined` if it has none. They are not a Buffer, whose slice() copies nothing. */
export function bytesOf(chunk: unknown): Uint8Array | undefined {
  // A stream of text, such as `Readable.from(['a'])`.
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return isBuffer(chunk) ? new Uint8Array(chunk) : undefined;
}

/** Whether a value is an ArrayBuffer or a SharedArrayBuffer, which some platforms don't define. */
function isBuffer(value: unknown): value is ArrayBufferLike {
  return /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
}

function nextUnlessAborted(
  chunks: AsyncIterator<Uint8Array, unknown>,
  signal: AbortSignal,
): Promise<IteratorResult<Uint8Array, unknown>> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const done = (): void => signal.removeEventListener('abort', stop);
    chunks.next().then(resolve, reject).finally(done);
  });
}
