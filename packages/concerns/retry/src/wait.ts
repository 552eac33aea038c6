import { checkNumber } from '@toolwire/internal';
import { timerWait } from './retry-policy.ts';

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
