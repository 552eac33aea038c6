import { isPromise } from '@toolwire/internal';

export { isPromise };

/** A value now, or a promise of it; stages stay synchronous when the work is. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with a value now or later: a synchronous call stays synchronous, and costs no turn of the event loop. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value);
}
