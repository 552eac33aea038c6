import { checkCount, checkNames, type NamesOf } from '@toolwire/internal';

/**
 * Counts calls. It decides and counts atomically, so that two servers cannot both use the last call of a limit. A store
 * uses its own clock, counts only allowed calls, and counts different rules separately, even for one key.
 */
export interface RateStore {
  take(key: string, cost: number, rule: RateRule): RateDecision | Promise<RateDecision>;
}

/** Options of an in-memory rate store. */
export interface MemoryRateStoreOptions {
  /** The largest number of keys per rule; default 10 000. Beyond, the least recently used keys are reset. */
  readonly maxKeys?: number | undefined;
}

/** A synchronous rate store. */
export interface MemoryRateStore extends RateStore {
  take(key: string, cost: number, rule: RateRule): RateDecision;
}

const optionNames: NamesOf<MemoryRateStoreOptions> = { maxKeys: true };

/** Creates a rate store in memory. It has no timers: expired windows are dropped by later calls. */
export function createMemoryRateStore(options: MemoryRateStoreOptions = {}): MemoryRateStore {
  checkNames('createMemoryRateStore()', options, optionNames);
  const { maxKeys = 10_000 } = options;
  checkCount('maxKeys', maxKeys, 2);
  const windows: RuleWindows[] = [];
  return {
    take(key, cost, rule) {
      let windowsOfRule = windows.find((ruleWindows) => ruleWindows.isFor(rule));
      if (windowsOfRule === undefined) {
        windowsOfRule = new RuleWindows(rule, maxKeys);
        windows.push(windowsOfRule);
      }
      return windowsOfRule.take(key, cost, performance.now());
    },
  };
}

/**
 * The windows of one rule in two generations. A used key moves to the young generation. When that is full or one window
 * old, the old generation is dropped. Recently used keys survive, and no call scans the others.
 */
class RuleWindows {
  readonly #rule: RateRule;
  readonly #maxKeysPerGeneration: number;
  #young = new Map<string, SlidingWindow>();
  #old = new Map<string, SlidingWindow>();
  #youngSince = Number.NEGATIVE_INFINITY;

  constructor({ limit, windowMs }: RateRule, maxKeys: number) {
    this.#rule = { limit, windowMs };
    this.#maxKeysPerGeneration = Math.floor(maxKeys / 2);
  }

  isFor({ limit, windowMs }: RateRule): boolean {
    return limit === this.#rule.limit && windowMs === this.#rule.windowMs;
  }

  take(key: string, cost: number, now: number): RateDecision {
    // All windows in the old generation have expired by then.
    if (now - this.#youngSince >= this.#rule.windowMs) this.#startGeneration(now);
    return (this.#young.get(key) ?? this.#moveToYoung(key, now)).take(cost, now);
  }

  #moveToYoung(key: string, now: number): SlidingWindow {
    const window = this.#old.get(key) ?? new SlidingWindow(this.#rule);
    this.#old.delete(key);
    if (this.#young.size >= this.#maxKeysPerGeneration) this.#startGeneration(now);
    this.#young.set(key, window);
    return window;
  }

  #startGeneration(now: number): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngSince = now;
  }
}

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
class SlidingWindow {
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
