import { checkCount, checkNumber, duration, maxTimerMs, type NamesOf, type NumberRule } from '@toolwire/internal';

/** How often to retry, and how long to wait in between. */
export interface RetryPolicy {
  /** The total number of attempts; default 3, 1 for no retry. */
  readonly maxAttempts?: number | undefined;
  /** The longest first wait, which doubles with each retry; default 250. */
  readonly baseMs?: number | undefined;
  /** The longest backoff; default 8 seconds. */
  readonly maxBackoffMs?: number | undefined;
  /** The longest accepted `retryAfterMs`; no retry if the server requests more. Default 60 seconds. */
  readonly maxRetryAfterMs?: number | undefined;
  /** No attempt starts later than this after the first one; default `Infinity`, and 10 seconds for `retry()`, whose caller waits. */
  readonly deadlineMs?: number | undefined;
}

/** The option names of a policy; `retry()` and `retrying()` add their own. */
export const policyNames: NamesOf<RetryPolicy> = {
  maxAttempts: true,
  baseMs: true,
  maxBackoffMs: true,
  maxRetryAfterMs: true,
  deadlineMs: true,
};

/** A policy with defaults. */
export type RetrySettings = Readonly<Record<keyof RetryPolicy, number>>;

/** Adds the defaults, and throws if an option is invalid. */
export function retrySettings(policy: RetryPolicy): RetrySettings {
  const settings = {
    maxAttempts: policy.maxAttempts ?? 3,
    baseMs: policy.baseMs ?? 250,
    maxBackoffMs: policy.maxBackoffMs ?? 8_000,
    maxRetryAfterMs: policy.maxRetryAfterMs ?? 60_000,
    deadlineMs: policy.deadlineMs ?? Number.POSITIVE_INFINITY,
  };
  checkCount('maxAttempts', settings.maxAttempts);
  checkNumber('baseMs', settings.baseMs, timerWait);
  checkNumber('maxBackoffMs', settings.maxBackoffMs, timerWait);
  checkNumber('maxRetryAfterMs', settings.maxRetryAfterMs, timerWait);
  checkNumber('deadlineMs', settings.deadlineMs, { ...duration, infinity: 'none' });
  return settings;
}

/** A duration that a timer supports, or 0. */
export const timerWait: NumberRule = { unit: 'milliseconds', from: 0, to: maxTimerMs };

/**
 * Returns the backoff after a failed attempt, counted from 1: exponential with full jitter, so that clients that failed
 * together do not retry together. `random` is from 0 to 1.
 */
export function backoffOf(attempt: number, random: number, { baseMs, maxBackoffMs }: RetrySettings): number {
  // 31 doublings exceed every cap, and 0 times Infinity would be NaN.
  return Math.round(random * Math.min(maxBackoffMs, baseMs * 2 ** Math.min(attempt - 1, 31)));
}
