import { shareOf } from '@toolwire/internal';

/** Limits listening clients in total and per caller, so that one caller can't use up the total. */
export class ListenerLimit {
  readonly #max: number;
  readonly #maxPerCaller: number;
  readonly #byCaller = new Map<string | undefined, number>();
  #total = 0;

  constructor(max: number, maxPerCaller: number) {
    this.#max = max;
    this.#maxPerCaller = maxPerCaller;
  }

  /** Acquires a slot. Returns a function that releases it, or `undefined` at the limit. `share` is the part for anonymous callers. */
  acquire(caller: string | undefined, share: number | undefined): (() => void) | undefined {
    const max = caller === undefined ? shareOf(this.#max, share) : this.#maxPerCaller;
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
