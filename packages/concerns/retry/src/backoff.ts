import { checkCount, checkNumber } from '@toolwire/internal';
import { share } from './number-rules.ts';
import { type RetryPolicy, type RetrySettings, retrySettings } from './retry-policy.ts';

/**
 * How long to wait after a failed attempt, the first of which is 1: anything from nothing to a ceiling that doubles each time (full
 * jitter), so that callers who failed together do not come back together. `random` is from 0 to 1.
 */
export function backoffMs(attempt: number, random: number, policy: RetryPolicy = {}): number {
  checkCount('attempt', attempt);
  checkNumber('random', random, share);
  return waitOf(attempt, random, retrySettings(policy));
}

/** The same for a policy that is filled in already. */
export function waitOf(attempt: number, random: number, { baseMs, maxBackoffMs }: RetrySettings): number {
  // Beyond 31 doublings any base but 0 is past every cap, and 0 times Infinity is no number.
  return Math.round(random * Math.min(maxBackoffMs, baseMs * 2 ** Math.min(attempt - 1, 31)));
}
