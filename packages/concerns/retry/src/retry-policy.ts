import { checkCount, checkNumber, duration } from '@toolwire/internal';
import { timerWait } from './number-rules.ts';

/** How often to try, and how long to wait in between. */
export interface RetryPolicy {
  /** How many times to try in all; 3 if left out, 1 for no retry. */
  readonly maxAttempts?: number | undefined;
  /** The longest that the first wait may be; it doubles with each wait that follows. 250 ms if left out. */
  readonly baseMs?: number | undefined;
  /** What that doubling ends at; 8 seconds if left out. */
  readonly maxBackoffMs?: number | undefined;
  /** The longest wait to take orders for; whoever asks for more is not called again. 60 seconds if left out. */
  readonly maxRetryAfterMs?: number | undefined;
  /** How long after the first try began no other may begin; `Infinity`, which means no limit, if left out. */
  readonly deadlineMs?: number | undefined;
}

/** A policy with every default filled in. */
export interface RetrySettings {
  readonly maxAttempts: number;
  readonly baseMs: number;
  readonly maxBackoffMs: number;
  readonly maxRetryAfterMs: number;
  readonly deadlineMs: number;
}

/** Fills in the defaults, and refuses what makes no sense. */
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
