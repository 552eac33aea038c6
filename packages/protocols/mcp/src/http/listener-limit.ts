import { shareOf } from '@toolwire/internal';

/** Limits listening clients in total and per caller, so that one caller can't use up the total. */
export class ListenerLimit {
  readonly #max: number;
  readonly #byCaller = new Map<string | undefined, number>();
  #total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Acquires a slot. Returns a function that releases it, or `undefined` at the limit. `share` is the part for anonymous callers. */
  acquire(caller: string | undefined, share: number | undefined): (() => void) | undefined {
    const max = maxListenersOf(caller, this.#max, share);
    if (this.#total >= this.#max || this.#countOf(caller) >= max) return undefined;
    this.#count(caller, 1);
    return () => this.#count(caller, -1);
  }

  #countOf(caller: string | undefined): number {
    return this.#byCaller.get(caller) ?? 0;
  }

  #count(caller: string | undefined, by: 1 | -1): void {
    this.#total += by;
    const count = this.#countOf(caller) + by;
    if (count === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, count);
  }
}

/** The maximum number of listening clients of one caller: a tenth of the total, or the `share` of all anonymous callers together. */
export function maxListenersOf(caller: string | undefined, maxListeners: number, share: number | undefined): number {
  return shareOf(maxListeners, caller === undefined ? share : 0.1);
}
