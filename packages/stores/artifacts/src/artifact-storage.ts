import type { ArtifactDetails } from '@toolwire/core';

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
  /** Stores the body and returns its size. On failure, it deletes everything and rejects. */
  write(id: string, body: AsyncIterable<Uint8Array>, details: ArtifactDetails): Promise<number>;
  /** Returns the file; `undefined` if it was deleted. */
  read(id: string): Promise<StoredFile | undefined>;
  /** Returns a secret for URLs that is stored with the files, if the option is not set. */
  secret?(): Promise<Uint8Array>;
  /** A warning that the files end with the process; omitted if they don't. */
  readonly endsWithProcess?: string | undefined;
}

/** Passes bytes on, and throws above a limit. */
export async function* limitBytes(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new RangeError(`The artifact is larger than ${maxBytes} bytes. Raise maxBytes, or return a smaller file.`);
    }
    yield chunk;
  }
}

/**
 * Passes copies of chunks on, because a tool may fill the same buffer again before they are stored. Throws when a signal aborts, even while
 * it waits for the next chunk.
 */
export async function* copyUntilAborted(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = body[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const step = await nextUnlessAborted(chunks, signal);
      ended = step.done === true;
      if (step.done === true) return;
      // Not slice(), which returns the same memory for a Buffer.
      yield new Uint8Array(step.value);
    }
  } finally {
    // Not awaited: a stalled source would block the deletion of the partial file. Its result is not used.
    if (!ended) chunks.return?.()?.catch(() => undefined);
  }
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
