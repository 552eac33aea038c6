/** The same bytes, up to a limit and until a signal aborts; throws then, even while the next piece does not come. */
export async function* limited(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = body[Symbol.asyncIterator]();
  let size = 0;
  let ended = false;
  try {
    for (;;) {
      const step = await nextUnlessAborted(pieces, signal);
      ended = step.done === true;
      if (step.done === true) return;
      size += step.value.length;
      if (size > maxBytes) {
        throw new RangeError(`The artifact is longer than ${maxBytes} bytes. Raise maxBytes, or make it shorter.`);
      }
      yield step.value;
    }
  } finally {
    // Not waited for: a source that stalls would keep the half of the file that is to be removed. What it says is for nobody.
    if (!ended) pieces.return?.()?.catch(() => undefined);
  }
}

function nextUnlessAborted(
  pieces: AsyncIterator<Uint8Array, unknown>,
  signal: AbortSignal,
): Promise<IteratorResult<Uint8Array, unknown>> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const done = (): void => signal.removeEventListener('abort', stop);
    pieces.next().then(resolve, reject).finally(done);
  });
}
