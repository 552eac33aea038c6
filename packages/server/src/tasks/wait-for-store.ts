import { noResponseError } from '@toolwire/internal';

/** The timeout of the task store, in milliseconds. Our stores time out earlier, with a better error. */
const storeWaitMs = 10_000;

/** How long a result waits for the store to remove its task or to allow a restart, in milliseconds. It stays short, because the caller waits. */
export const resultWaitMs = 1_000;

/** Resolves to a store's answer. Rejects after a timeout or when the signal aborts. */
export function waitForStore<T>(answer: Promise<T>, signal?: AbortSignal, waitMs: number = storeWaitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      end();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      end();
      reject(noResponseError('The store of tasks', waitMs)());
    }, waitMs);
    signal?.addEventListener('abort', stop, { once: true });
    answer.finally(end).then(resolve, reject);
    if (signal?.aborted) stop();
  });
}
