import { checkCount, checkNumber, duration, maxTimerMs, type NumberRule } from '@toolwire/internal';

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
  /** No attempt starts later than this after the first one; default `Infinity`. */
  readonly deadlineMs?: number | undefined;
}

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
