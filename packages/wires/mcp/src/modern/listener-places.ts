/** Counts who listens, all in all and for each caller, so that one cannot take the places of all. */
export class ListenerPlaces {
  readonly #max: number;
  readonly #maxPerCaller: number;
  readonly #byCaller = new Map<string, number>();
  #taken = 0;

  constructor(max: number, maxPerCaller: number) {
    this.#max = max;
    this.#maxPerCaller = maxPerCaller;
  }

  /** Takes a place, to be given back by the function that it answers; `undefined` if there is none. Callers that nobody knows share all. */
  take(caller: string | undefined): (() => void) | undefined {
    if (this.#taken >= this.#max || this.#of(caller) >= this.#maxPerCaller) return undefined;
    this.#count(caller, 1);
    return () => this.#count(caller, -1);
  }

  #of(caller: string | undefined): number {
    return caller === undefined ? 0 : (this.#byCaller.get(caller) ?? 0);
  }

  #count(caller: string | undefined, by: 1 | -1): void {
    this.#taken += by;
    if (caller === undefined) return;
    const now = this.#of(caller) + by;
    if (now === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, now);
  }
}
