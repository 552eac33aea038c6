/** Runs work, now or later, and hears of its end; what is there at once stays synchronous. */
export function whenEnded<T>(
  run: () => T,
  onValue: (value: Awaited<T>) => void,
  onThrow: (thrown: unknown) => void,
): T {
  let result: T;
  try {
    result = run();
  } catch (thrown) {
    onThrow(thrown);
    throw thrown;
  }
  if (!isPromise<Awaited<T>>(result)) {
    onValue(result as Awaited<T>);
    return result;
  }
  const ended = result.then(
    (value) => {
      onValue(value);
      return value;
    },
    (thrown: unknown) => {
      onThrow(thrown);
      throw thrown;
    },
  );
  // A promise of the same value, which the compiler cannot see of a `T` that may be one.
  return ended as T;
}

function isPromise<T>(value: unknown): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
