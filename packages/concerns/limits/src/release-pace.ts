/** How much the newest interval counts in the mean: the last ten or so make up most of it. */
const weight = 0.2;

/** What to say as long as nothing is known. */
const unknownMs = 1_000;

/** However bad it looks, a caller should ask again within a minute. */
const longestMs = 60_000;

/** How fast slots become free while callers wait for them; the clock is read only then. */
export class ReleasePace {
  #meanMs: number | undefined;
  #lastAt = 0;

  /** The first caller has begun to wait. */
  start(): void {
    this.#lastAt = performance.now();
  }

  /** A slot became free for a caller that waited. */
  released(): void {
    const now = performance.now();
    const ms = now - this.#lastAt;
    this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs + weight * (ms - this.#meanMs);
    this.#lastAt = now;
  }

  /** How long until the callers who wait now have all had their slot. */
  estimateMs(waiting: number): number {
    if (waiting === 0) return unknownMs;
    // Since the last slot became free: if runs hang, the estimate grows with them.
    const sinceLastMs = performance.now() - this.#lastAt;
    const eachMs = this.#meanMs === undefined ? unknownMs / waiting : this.#meanMs;
    return Math.ceil(Math.min(Math.max(eachMs * waiting, sinceLastMs, 1), longestMs));
  }
}
