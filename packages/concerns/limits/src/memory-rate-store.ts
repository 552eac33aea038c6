import { checkCount, checkNames, type NamesOf } from '@toolwire/internal';
import type { RateDecision, RateRule, RateStore } from './rate-store.ts';
import { SlidingWindow } from './sliding-window.ts';

/** How much a memory store remembers, and by which clock. */
export interface MemoryRateStoreOptions {
  /** The most keys to remember for each rule; 10 000 if left out. Beyond, those that were used longest ago start afresh. */
  readonly maxKeys?: number | undefined;
  /** Milliseconds of a clock that never goes back; `performance.now` if left out. */
  readonly now?: (() => number) | undefined;
}

/** A store that answers at once. */
export interface MemoryRateStore extends RateStore {
  take(key: string, cost: number, rule: RateRule): RateDecision;
}

const optionNames: NamesOf<MemoryRateStoreOptions> = { maxKeys: true, now: true };

/** Makes a store in the memory of this process. It has no timers: what has lapsed is dropped when the next call comes. */
export function createMemoryRateStore(options: MemoryRateStoreOptions = {}): MemoryRateStore {
  checkNames('createMemoryRateStore()', options, optionNames);
  const { maxKeys = 10_000, now = () => performance.now() } = options;
  checkCount('maxKeys', maxKeys, 2);
  const windows: RuleWindows[] = [];
  return {
    take(key, cost, rule) {
      let found = windows.find((one) => one.isFor(rule));
      if (found === undefined) {
        found = new RuleWindows(rule, maxKeys);
        windows.push(found);
      }
      return found.take(key, cost, now());
    },
  };
}

/**
 * The windows of one rule, in two generations: a key that is used moves to the young one, and when that is full or a window old, the
 * old one is dropped. So the keys used last survive, and no call ever has to look through the others.
 */
class RuleWindows {
  readonly #rule: RateRule;
  readonly #mostInOne: number;
  #young = new Map<string, SlidingWindow>();
  #old = new Map<string, SlidingWindow>();
  #youngSince = Number.NEGATIVE_INFINITY;

  constructor({ limit, windowMs }: RateRule, maxKeys: number) {
    this.#rule = { limit, windowMs };
    this.#mostInOne = Math.floor(maxKeys / 2);
  }

  isFor({ limit, windowMs }: RateRule): boolean {
    return limit === this.#rule.limit && windowMs === this.#rule.windowMs;
  }

  take(key: string, cost: number, now: number): RateDecision {
    // What nobody used since the old generation was the young one began a window ago or longer.
    if (now - this.#youngSince >= this.#rule.windowMs) this.#age(now);
    return (this.#young.get(key) ?? this.#rejuvenate(key, now)).take(cost, now);
  }

  #rejuvenate(key: string, now: number): SlidingWindow {
    const window = this.#old.get(key) ?? new SlidingWindow(this.#rule);
    this.#old.delete(key);
    if (this.#young.size >= this.#mostInOne) this.#age(now);
    this.#young.set(key, window);
    return window;
  }

  #age(now: number): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngSince = now;
  }
}
