import { isPromise } from '@toolwire/internal';

/** A value now, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with a value now or later. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => U): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value);
}
