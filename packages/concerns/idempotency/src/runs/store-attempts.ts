import { rejectAfterTimeout } from '@toolwire/internal';

const firstWaitMs = 50;
const maxWaitMs = 1_000;

/** Resolves with the store's result, or rejects with a `TimeoutError`. */
export function withStoreTimeout<T>(result: Promise<T>, ms: number): Promise<T> {
  return rejectAfterTimeout(
    result,
    ms,
    () => new DOMException(`The idempotency store did not respond within ${ms} milliseconds.`, 'TimeoutError'),
  );
}

/** Repeats a failed store call for this many milliseconds. Resolves with its result; rejects with its last error. */
export async function retryStoreCall<T>(
  ms: number,
  send: () => Promise<T>,
  report: (error: unknown) => void,
): Promise<T> {
  const endsAt = performance.now() + ms;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    // This timer keeps the process alive, because a caller waits.
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      return await send();
    } catch (error) {
      if (performance.now() >= endsAt) throw error;
      report(error);
    }
  }
}
