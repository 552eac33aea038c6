import { isPromise } from '@toolwire/internal';

/** Runs work and calls back with its result; synchronous work stays synchronous. */
export function observeResult<T>(
  run: () => T,
  onValue: (value: Awaited<T>) => void,
  onThrow: (thrown: unknown) => void,
): T {
  // The compiler can't narrow a generic `T` that may be a promise.
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
