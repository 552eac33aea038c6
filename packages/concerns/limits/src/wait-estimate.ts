/** The weight of the newest interval in the exponential moving average. */
const weight = 0.2;

/** The estimate before the first release. */
const unknownMs = 1_000;

/** The longest retry hint. */
const longestMs = 60_000;

/** Estimates waiting times from how fast slots are released; reads the clock only while callers wait. */
export class WaitEstimate {
  #meanMs: number | undefined;
  #lastAt = 0;

  /** The first caller starts to wait. */
  start(): void {
    this.#lastAt = performance.now();
  }

  /** A waiting caller got a slot. */
  released(): void {
    const now = performance.now();
    const ms = now - this.#lastAt;
    this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs + weight * (ms - this.#meanMs);
    this.#lastAt = now;
  }

  /** Returns how long it takes until all waiting callers have a slot. */
  estimateMs(waiting: number): number {
    if (waiting === 0) return unknownMs;
    // The estimate grows while no slot is released.
    const sinceLastMs = performance.now() - this.#lastAt;
    const eachMs = this.#meanMs === undefined ? unknownMs / waiting : this.#meanMs;
    return Math.ceil(Math.min(Math.max(eachMs * waiting, sinceLastMs, 1), longestMs));
  }
}
