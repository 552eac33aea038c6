/** A value now, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;
