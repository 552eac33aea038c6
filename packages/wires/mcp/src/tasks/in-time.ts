/** What a promise comes to in so many milliseconds; otherwise, or when the signal aborts, `undefined`, and `late` is called first. */
export function inTime<T>(
  promise: Promise<T>,
  ms: number,
  signal: AbortSignal,
  late: () => void,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const finish = (value: T | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(value);
    };
    const giveUp = (): void => {
      late();
      finish(undefined);
    };
    const timer = setTimeout(giveUp, ms);
    signal.addEventListener('abort', giveUp, { once: true });
    void promise.then(finish);
    if (signal.aborted) giveUp();
  });
}
