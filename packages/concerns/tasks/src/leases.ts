/** Which tasks are held, and until when, by a clock that never goes back. */
export class Leases {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What is left of a lease, below 0 once it has lapsed; `undefined` where there is none. */
  left(id: string): number | undefined {
    const until = this.#until.get(id);
    return until === undefined ? undefined : until - this.#now();
  }

  isHeld(id: string): boolean {
    return (this.left(id) ?? 0) > 0;
  }

  take(id: string, ms: number): void {
    this.#until.set(id, this.#now() + ms);
  }

  drop(id: string): void {
    this.#until.delete(id);
  }
}
