import { checkChoice, checkDuration } from './check-options.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { MaybePromise } from './is-promise.ts';
import { KeyedRuns } from './keyed-runs.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import { createMemoryIdempotencyStore } from './memory-idempotency-store.ts';

/** Where answers are kept, and what happens while that fails. */
export interface IdempotencyOptions {
  /** Where claims and answers are kept; in the memory of this process if left out. */
  readonly store?: IdempotencyStore | undefined;
  /** What to do with keyed work while the store fails; `refuse` if left out. */
  readonly onStoreFailure?: 'refuse' | 'run' | undefined;
  /** How long the store may take to answer before that counts as failing, in milliseconds; 1000 if left out. */
  readonly storeTimeoutMs?: number | undefined;
  /** Hears of every failure of the store, for a log. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** Does keyed work once, however often it is asked for. */
export interface Idempotency<Answer> {
  run(work: KeyedWork<Answer>): MaybePromise<KeyedResult<Answer>>;
}

/** Makes a place where work is done once for each key, in all processes that share a store. */
export function createIdempotency<Answer>(
  options: IdempotencyOptions = {},
  /** Reads what was recorded; `JSON.parse` if left out. */
  read: (text: string) => Answer = (text) => JSON.parse(text) as Answer,
): Idempotency<Answer> {
  const { onStoreFailure = 'refuse', storeTimeoutMs = 1_000, report } = options;
  checkChoice('onStoreFailure', onStoreFailure, ['refuse', 'run']);
  checkDuration('storeTimeoutMs', storeTimeoutMs);
  const store = options.store ?? createMemoryIdempotencyStore();
  return new KeyedRuns<Answer>({
    store,
    storeTimeoutMs,
    read,
    runsWithoutStore: onStoreFailure === 'run',
    report: (error) => tell(report, error),
  });
}

function tell(report: IdempotencyOptions['report'], error: unknown): void {
  try {
    report?.(error);
  } catch {
    // It has failed at telling of a failure, perhaps because the log is gone: the caller is owed an answer all the same.
  }
}
