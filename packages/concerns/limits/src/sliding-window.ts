/** The largest number of calls within any window of this length. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/** Whether a call is allowed, and if not, when to try again. */
export interface RateDecision {
  readonly allowed: boolean;
  /** Whole milliseconds; 0 if the call is allowed. */
  readonly retryAfterMs: number;
}

/** Calls that are counted together. */
interface Bucket {
  at: number;
  calls: number;
}

/** The largest number of buckets in one window; larger limits share buckets. */
const maxBuckets = 64;

const allowed: RateDecision = { allowed: true, retryAfterMs: 0 };

/**
 * The calls of the last window by start time. It is exact for limits up to 64. Above, calls within a 64th of the window count
 * as if they had started with the last one: never too many are allowed, but a caller may wait that much too long.
 */
export class SlidingWindow {
  readonly #rule: RateRule;
  readonly #bucketMs: number;
  readonly #buckets: Bucket[] = [];
  #calls = 0;
  #newestStartedAt = 0;

  constructor(rule: RateRule) {
    this.#rule = rule;
    this.#bucketMs = rule.limit > maxBuckets ? rule.windowMs / maxBuckets : 0;
  }

  /** Counts a call with its cost, or returns when it will be allowed. */
  take(cost: number, now: number): RateDecision {
    this.#removeExpired(now - this.#rule.windowMs);
    const excess = this.#calls + cost - this.#rule.limit;
    if (excess > 0) {
      return { allowed: false, retryAfterMs: Math.ceil(this.#expiryOf(excess) - now) };
    }
    this.#add(cost, now);
    return allowed;
  }

  #removeExpired(until: number): void {
    for (let oldest = this.#buckets[0]; oldest !== undefined && oldest.at <= until; oldest = this.#buckets[0]) {
      this.#calls -= oldest.calls;
      this.#buckets.shift();
    }
  }

  #add(cost: number, now: number): void {
    const newest = this.#buckets.at(-1);
    this.#calls += cost;
    if (newest !== undefined && now - this.#newestStartedAt < this.#bucketMs) {
      newest.at = now;
      newest.calls += cost;
    } else {
      this.#buckets.push({ at: now, calls: cost });
      this.#newestStartedAt = now;
    }
  }

  /** Returns when this many calls have expired. */
  #expiryOf(calls: number): number {
    let left = calls;
    const last = this.#buckets.find((bucket) => {
      left -= bucket.calls;
      return left <= 0;
    });
    // It always exists, because no cost is above the limit.
    return (last?.at ?? 0) + this.#rule.windowMs;
  }
}
