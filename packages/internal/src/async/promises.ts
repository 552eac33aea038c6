/** Calls a listener, such as a `report` that writes a log, and ignores its errors and rejections: a broken log must not fail a call or end the process. */
export function callListener<Args extends readonly unknown[]>(
  listener: ((...args: Args) => unknown) | undefined,
  ...args: Args
): void {
  try {
    const result = listener?.(...args);
    if (isPromise(result)) Promise.resolve(result).catch(ignore);
  } catch {
    ignore();
  }
}

function ignore(): void {
  // A failed listener can't be reported anywhere.
}

/** A value, or a promise of it: synchronous work stays synchronous. */
export type MaybePromise<T> = T | Promise<T>;

/** Returns whether a value is a promise, or any other object with a `then` method. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Calls `next` with the value at once, or when its promise resolves: a synchronous call costs no turn of the event loop. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Runs work, and returns `onThrow` of what it throws or rejects with. Synchronous work stays synchronous. */
export function orElse<T>(run: () => MaybePromise<T>, onThrow: (thrown: unknown) => T): MaybePromise<T> {
  try {
    const result = run();
    return isPromise(result) ? Promise.resolve(result).catch(onThrow) : result;
  } catch (thrown) {
    return onThrow(thrown);
  }
}

/** Waits for all promises, and then throws the first rejection, if any. */
export async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/** Runs `next` after the promise, also when it rejects, and then throws the first rejection, if any. `finally` would throw the last one. */
export async function settleThen(promise: Promise<unknown>, next: () => MaybePromise<unknown>): Promise<void> {
  const runNext = async (): Promise<unknown> => await next();
  await settleAll([promise, promise.then(runNext, runNext)]);
}

/** Resolves or rejects like the promise, after `finish`. */
export function settleWith<T>(
  promise: Promise<T>,
  finish: () => void,
  resolve: (value: T) => void,
  reject: (thrown: unknown) => void,
): void {
  promise.then(
    (value) => {
      finish();
      resolve(value);
    },
    (thrown: unknown) => {
      finish();
      reject(thrown);
    },
  );
}

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

/** Rejects when the signal aborts, even if the work ignores it, as a custom `fetch` may. */
export function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    settleWith(work(), () => signal.removeEventListener('abort', stop), resolve, reject);
  });
}
