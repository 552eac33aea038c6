import { checkNumber } from '@toolwire/internal';
import { type RetrySettings, timerWait } from './retry-policy.ts';

/**
 * Returns the backoff after a failed attempt, counted from 1: exponential with full jitter, so that clients that failed
 * together do not retry together. `random` is from 0 to 1.
 */
export function backoffOf(attempt: number, random: number, { baseMs, maxBackoffMs }: RetrySettings): number {
  // 31 doublings exceed every cap, and 0 times Infinity would be NaN.
  return Math.round(random * Math.min(maxBackoffMs, baseMs * 2 ** Math.min(attempt - 1, 31)));
}

/** Waits; rejects with the signal's reason when it aborts. Removes its timer and listener in both cases. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  checkNumber('ms', ms, timerWait);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const finish = (): void => {
      signal?.removeEventListener('abort', abandon);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    const abandon = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abandon, { once: true });
  });
}
