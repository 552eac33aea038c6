/** A value now, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Tells a promise from a plain value, so that what is there at once stays synchronous. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
