/** The weight of the newest interval in the exponential moving average. */
const newestWeight = 0.2;

/** The estimate before the first release. */
const defaultMs = 1_000;

/** The longest retry hint. */
const maxEstimateMs = 60_000;

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
    this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs + newestWeight * (ms - this.#meanMs);
    this.#lastAt = now;
  }

  /** Returns how long it takes until all waiting callers have a slot. */
  estimateMs(waiting: number): number {
    if (waiting === 0) return defaultMs;
    // The estimate grows while no slot is released.
    const sinceLastMs = performance.now() - this.#lastAt;
    const eachMs = this.#meanMs === undefined ? defaultMs / waiting : this.#meanMs;
    return Math.ceil(Math.min(Math.max(eachMs * waiting, sinceLastMs, 1), maxEstimateMs));
  }
}
