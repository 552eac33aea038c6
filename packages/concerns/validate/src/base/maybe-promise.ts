/** A value now, or a promise of it; a check stays synchronous when its schema is. */
export type MaybePromise<T> = T | Promise<T>;
