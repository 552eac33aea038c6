/** The leases of a memory store, by a monotonic clock. */
export class MemoryLeases {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The rest of a lease: negative if it has expired, `undefined` if there is none. */
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
