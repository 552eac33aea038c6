/** The leases of a memory store by task ID. A monotonic clock ends them, so that a change of the wall clock has no effect. */
export class MemoryLeases {
  readonly #until = new Map<string, number>();

  /** The rest of a lease: negative if it has expired, `undefined` without a lease. */
  left(id: string): number | undefined {
    const until = this.#until.get(id);
    return until === undefined ? undefined : until - performance.now();
  }

  /** Whether a worker has the task. */
  isHeld(id: string): boolean {
    return (this.left(id) ?? 0) > 0;
  }

  /** Starts or renews a lease. */
  take(id: string, ms: number): void {
    this.#until.set(id, performance.now() + ms);
  }

  /** Ends a lease, if there is one. */
  drop(id: string): void {
    this.#until.delete(id);
  }
}
