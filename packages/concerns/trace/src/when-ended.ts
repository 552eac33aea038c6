import { isPromise } from '@toolwire/internal';

/** Runs work, now or later, and hears of its end; what is there at once stays synchronous. */
export function whenEnded<T>(
  run: () => T,
  onValue: (value: Awaited<T>) => void,
  onThrow: (thrown: unknown) => void,
): T {
  // What the compiler cannot see of a `T` that may be a promise itself.
  let result: Awaited<T> | Promise<Awaited<T>>;
  try {
    result = run() as Awaited<T> | Promise<Awaited<T>>;
  } catch (thrown) {
    onThrow(thrown);
    throw thrown;
  }
  if (!isPromise(result)) {
    onValue(result);
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
  return ended as T;
}
