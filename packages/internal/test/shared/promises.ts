import process from 'node:process';

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** A promise that a test settles. */
export function deferred<T = void>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => {};
  let reject: Deferred<T>['reject'] = () => {};
  const promise = new Promise<T>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve, reject };
}

/** Settles every promise that needs no timer and no input. */
export async function settlePromises(): Promise<void> {
  // Node runs a tick after all promise reactions.
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
}
