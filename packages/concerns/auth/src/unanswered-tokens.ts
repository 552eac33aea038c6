/** More than can come together in the pause that is set by default. */
const most = 10_000;

/** Tokens, by their hash, whose questions were left without an answer a moment ago. */
export class UnansweredTokens {
  readonly #keptMs: number;
  readonly #until = new Map<string, number>();

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  has(hash: string): boolean {
    const until = this.#until.get(hash);
    return until !== undefined && performance.now() < until;
  }

  /** Remembers one, and forgets those whose time is over; the oldest gives way where there is no room. */
  add(hash: string): void {
    const now = performance.now();
    this.#until.delete(hash);
    for (const [one, until] of this.#until) {
      if (until > now && this.#until.size < most) break;
      this.#until.delete(one);
    }
    this.#until.set(hash, now + this.#keptMs);
  }
}
