/** Starts that the store has not confirmed yet, by the key of their call. A cancellation waits for them. */
export class PendingStarts {
  readonly #pending = new Map<string, Set<Promise<unknown>>>();

  add(key: string, start: Promise<unknown>): void {
    const starts = this.#pending.get(key) ?? new Set();
    this.#pending.set(key, starts.add(start));
    const forget = (): void => {
      starts.delete(start);
      if (starts.size === 0 && this.#pending.get(key) === starts) this.#pending.delete(key);
    };
    start.then(forget, forget);
  }

  /** Resolves when the currently pending starts have settled. */
  async settled(key: string): Promise<void> {
    const pending = this.#pending.get(key);
    if (pending !== undefined) await Promise.allSettled(pending);
  }
}
