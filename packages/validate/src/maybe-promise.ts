/** A value now, or a promise of it; a check stays synchronous when its schema is. */
export type MaybePromise<T> = T | Promise<T>;

/** Tells a promise from a plain result of ours or of a schema library. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
