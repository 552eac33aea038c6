import type { RateDecision, RateRule } from './rate-store.ts';

/** Calls that began together, or nearly. */
interface Moment {
  at: number;
  calls: number;
}

/** The most moments in one window; the calls of larger limits share a moment with those just before them. */
const mostMoments = 64;

const allowed: RateDecision = { allowed: true, retryAfterMs: 0 };

/**
 * The calls of the last window, by the moment they began. It is exact for limits of up to 64. Above, calls within a 64th of the
 * window count as if they had all begun with the last of them: never too many are allowed, and one may wait that much too long.
 */
export class SlidingWindow {
  readonly #rule: RateRule;
  readonly #shareMs: number;
  readonly #moments: Moment[] = [];
  #calls = 0;
  #newestBeganAt = 0;

  constructor(rule: RateRule) {
    this.#rule = rule;
    this.#shareMs = rule.limit > mostMoments ? rule.windowMs / mostMoments : 0;
  }

  /** Counts calls if there is room for them, and says when there will be otherwise. */
  take(cost: number, now: number): RateDecision {
    this.#forget(now - this.#rule.windowMs);
    const excess = this.#calls + cost - this.#rule.limit;
    if (excess > 0) {
      return { allowed: false, retryAfterMs: Math.ceil(this.#goneAt(excess) - now) };
    }
    this.#remember(cost, now);
    return allowed;
  }

  #forget(until: number): void {
    for (let oldest = this.#moments[0]; oldest !== undefined && oldest.at <= until; oldest = this.#moments[0]) {
      this.#calls -= oldest.calls;
      this.#moments.shift();
    }
  }

  #remember(cost: number, now: number): void {
    const newest = this.#moments.at(-1);
    this.#calls += cost;
    if (newest !== undefined && now - this.#newestBeganAt < this.#shareMs) {
      newest.at = now;
      newest.calls += cost;
    } else {
      this.#moments.push({ at: now, calls: cost });
      this.#newestBeganAt = now;
    }
  }

  /** When so many of the calls are a window ago. */
  #goneAt(calls: number): number {
    let left = calls;
    const last = this.#moments.find((moment) => {
      left -= moment.calls;
      return left <= 0;
    });
    // There always is one, as no cost is above the limit.
    return (last?.at ?? 0) + this.#rule.windowMs;
  }
}
