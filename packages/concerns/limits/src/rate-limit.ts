import {
  callListener,
  checkChoice,
  checkCount,
  checkFunction,
  checkNames,
  checkNumber,
  duration,
  isPromise,
  type NamesOf,
  StartupError,
} from '@toolwire/internal';
import { createMemoryRateStore, type RateDecision, type RateRule, type RateStore } from './memory-rate-store.ts';
import { withTimeout } from './with-timeout.ts';

/** Options of a rate limit. */
export interface RateLimitOptions extends RateRule {
  /** Where calls are counted; default in memory. */
  readonly store?: RateStore | undefined;
  /** What happens to calls while the store fails; default `allow`. */
  readonly whenStoreFails?: 'allow' | 'refuse' | undefined;
  /** Called for every failure of the store, for example to log it. */
  readonly report?: ((error: unknown, key: string) => void) | undefined;
}

/** The decision about a call. */
export interface RateLimitResult extends RateDecision {
  /** Whether the store failed, so that the call was not counted. */
  readonly storeFailed?: true;
}

/** Limits the calls of each key within a sliding window. */
export interface RateLimit {
  /**
   * Counts a call with its cost, or returns when to try again. The cost is a whole number from 1 (default) to the limit: any other cost
   * throws. Never throws or rejects if the store fails.
   */
  take(key: string, cost?: number): RateLimitResult | Promise<RateLimitResult>;
}

/** Calls wait for the store, so it counts as failed after this time. */
const storeTimeoutMs = 1_000;

const resultsOnFailure: Readonly<Record<'allow' | 'refuse', RateLimitResult>> = {
  allow: { allowed: true, retryAfterMs: 0, storeFailed: true },
  refuse: { allowed: false, retryAfterMs: 1_000, storeFailed: true },
};

/** The option names of `createRateLimit`; the stage adds one. */
export const rateLimitNames: NamesOf<RateLimitOptions> = {
  store: true,
  whenStoreFails: true,
  report: true,
  limit: true,
  windowMs: true,
};

/** Creates a rate limit. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  checkNames('createRateLimit()', options, rateLimitNames);
  const { limit, windowMs, whenStoreFails = 'allow', report } = options;
  checkCount('limit', limit, 1);
  checkNumber('windowMs', windowMs, duration);
  checkFunction('report', report, "report: (error) => logger.error({ error }, 'The rate store failed')");
  checkChoice('whenStoreFails', whenStoreFails, Object.keys(resultsOnFailure));
  const store = options.store ?? createMemoryRateStore();
  const rule: RateRule = Object.freeze({ limit, windowMs });

  const failed = (error: unknown, key: string): RateLimitResult => {
    callListener(report, error, key);
    return resultsOnFailure[whenStoreFails];
  };
  const takeLater = async (decision: Promise<RateDecision>, key: string): Promise<RateLimitResult> => {
    try {
      return checked(await withTimeout(() => decision, { ms: storeTimeoutMs }));
    } catch (error) {
      return failed(error, key);
    }
  };

  return {
    take(key, cost = 1) {
      if (cost !== 1) checkCost(cost, limit);
      try {
        const decision = store.take(key, cost, rule);
        return isPromise(decision) ? takeLater(decision, key) : checked(decision);
      } catch (error) {
        return failed(error, key);
      }
    },
  };
}

function checkCost(cost: number, limit: number): void {
  checkCount('cost', cost, 1);
  if (cost > limit) {
    throw new StartupError('TW_OPTION_NUMBER', `cost must be at most the limit, which is ${limit}, got ${cost}.`);
  }
}

/** Custom stores may return anything; an invalid decision counts as a failure. */
function checked(decision: RateDecision): RateDecision {
  const { allowed, retryAfterMs } = decision;
  if (typeof allowed !== 'boolean' || (!allowed && !(Number.isFinite(retryAfterMs) && retryAfterMs >= 0))) {
    throw new TypeError('The rate store must return { allowed, retryAfterMs }.');
  }
  return decision;
}
