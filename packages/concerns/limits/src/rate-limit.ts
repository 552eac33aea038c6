import {
  checkChoice,
  checkCount,
  checkNames,
  checkNumber,
  duration,
  isPromise,
  type NamesOf,
  StartUpError,
  tell,
} from '@toolwire/internal';
import { createMemoryRateStore } from './memory-rate-store.ts';
import type { RateDecision, RateRule, RateStore } from './rate-store.ts';
import { checkTimeLimit } from './time-limit.ts';
import { withTimeout } from './with-timeout.ts';

/** How many calls may begin in which time, and where they are counted. */
export interface RateLimitOptions extends RateRule {
  /** Where calls are counted; in the memory of this process if left out. */
  readonly store?: RateStore | undefined;
  /** What to do with a call while the store fails; `allow` if left out. */
  readonly whenStoreFails?: 'allow' | 'refuse' | undefined;
  /** How long the store may take to answer before that counts as failing; 1 second if left out. */
  readonly storeTimeoutMs?: number | undefined;
  /** Hears of every failure of the store, for a log. */
  readonly report?: ((error: unknown, key: string) => void) | undefined;
}

/** A decision about a call, and whether the store made it. */
export interface RateAnswer extends RateDecision {
  /** The store failed, so the call was not counted. */
  readonly storeFailed?: true;
}

/** Limits how many calls begin within any span of the given length, for each key on its own. */
export interface RateLimit {
  /** Counts a call, as 1 or as its cost, or says when there will be room for it. Never throws or rejects, whatever the store does. */
  take(key: string, cost?: number): RateAnswer | Promise<RateAnswer>;
}

const answers: Readonly<Record<'allow' | 'refuse', RateAnswer>> = {
  allow: { allowed: true, retryAfterMs: 0, storeFailed: true },
  refuse: { allowed: false, retryAfterMs: 1_000, storeFailed: true },
};

/** For `createRateLimit`, and for the stage, which takes one more. */
export const rateLimitNames: NamesOf<RateLimitOptions> = {
  store: true,
  whenStoreFails: true,
  storeTimeoutMs: true,
  report: true,
  limit: true,
  windowMs: true,
};

/** Makes a limit on how often something begins. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  checkNames('createRateLimit()', options, rateLimitNames);
  const { limit, windowMs, whenStoreFails = 'allow', storeTimeoutMs = 1_000, report } = options;
  checkCount('limit', limit, 1);
  checkNumber('windowMs', windowMs, duration);
  checkTimeLimit('storeTimeoutMs', storeTimeoutMs);
  checkChoice('whenStoreFails', whenStoreFails, Object.keys(answers));
  const store = options.store ?? createMemoryRateStore();
  const rule: RateRule = Object.freeze({ limit, windowMs });

  const failed = (error: unknown, key: string): RateAnswer => {
    tell(report, error, key);
    return answers[whenStoreFails];
  };
  const later = async (decision: Promise<RateDecision>, key: string): Promise<RateAnswer> => {
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
        return isPromise(decision) ? later(decision, key) : checked(decision);
      } catch (error) {
        return failed(error, key);
      }
    },
  };
}

function checkCost(cost: number, limit: number): void {
  checkCount('cost', cost, 1);
  if (cost > limit) {
    throw new StartUpError(
      'TW_OPTION_NUMBER',
      `cost is ${cost}, which never fits a limit of ${limit}. Give at most the limit.`,
    );
  }
}

/** A store of somebody else's may answer anything; what is no decision counts as a failure. */
function checked(decision: RateDecision): RateDecision {
  const { allowed, retryAfterMs } = decision;
  if (typeof allowed !== 'boolean' || (!allowed && !(Number.isFinite(retryAfterMs) && retryAfterMs >= 0))) {
    throw new TypeError('The rate store answered no { allowed, retryAfterMs }.');
  }
  return decision;
}
