/** A value now, or a promise of it; stages stay synchronous when the work is. */
export type MaybePromise<T> = T | Promise<T>;

/** Tells a promise from a plain value without trusting anything else about it. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Continues with a value now or later: a synchronous call stays synchronous, and costs no turn of the event loop. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value);
}
