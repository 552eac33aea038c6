import { checkCount, checkNames, type NamesOf } from '@toolwire/internal';
import { type RateDecision, type RateRule, SlidingWindow } from './sliding-window.ts';

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
