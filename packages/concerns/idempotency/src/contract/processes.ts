import { createIdempotency, type Idempotency, type IdempotencyOptions } from '../idempotency.ts';
import type { IdempotencyStore } from '../idempotency-store.ts';
import { type IdempotencyStoreSubject, ttlMs, withClaim } from './case-support.ts';

/** A simulated process. */
export interface Process extends Idempotency<string> {
  /** Resolves when this process waits for a run of the other one, and has claimed it with `awaited`. */
  readonly whenWaiting: () => Promise<void>;
}

/** Two simulated processes on stores that share their data. */
export function twoProcesses(
  { make }: IdempotencyStoreSubject,
  options: IdempotencyOptions = {},
): readonly [Process, Process] {
  const createProcess = (): Process => {
    const store = make({ ttlMs });
    let reportWaiting = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      reportWaiting = resolve;
    });
    const claim: IdempotencyStore['claim'] = (request) => {
      const result = store.claim(request);
      if (request.awaited !== undefined) void Promise.resolve(result).then(reportWaiting, () => undefined);
      return result;
    };
    const idempotency = createIdempotency<string>({ ...options, store: withClaim(store, claim) });
    return {
      run: (work) => idempotency.run(work),
      cancel: (key) => idempotency.cancel(key),
      whenWaiting: () => waiting,
    };
  };
  return [createProcess(), createProcess()];
}
