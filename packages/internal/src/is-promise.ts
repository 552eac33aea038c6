/** Tells a promise from a plain value without trusting anything else about it, so that what is there at once stays synchronous. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
