import { checkChoice, checkNames, checkNumber, type NamesOf, tell, timer } from '@toolwire/internal';
import type { IdempotencyStore } from './idempotency-store.ts';
import { KeyedRuns } from './keyed-runs.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { createMemoryIdempotencyStore } from './memory-idempotency-store.ts';

/** Where answers are kept, and what happens while that fails. */
export interface IdempotencyOptions {
  /** Where claims and answers are kept; in the memory of this process if left out. */
  readonly store?: IdempotencyStore | undefined;
  /** What to do with keyed work while the store fails; `refuse` if left out. */
  readonly onStoreFailure?: 'refuse' | 'run' | undefined;
  /** How long the store may take to answer before that counts as failing, in milliseconds; 1000 if left out. */
  readonly storeTimeoutMs?: number | undefined;
  /** How long work goes on for which nobody waits any longer, as somebody whose connection broke may come back; 10 seconds if left out, `Infinity` to its end. */
  readonly lingerMs?: number | undefined;
  /** Hears of every failure of the store, for a log. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** Does keyed work once, however often it is asked for. */
export interface Idempotency<Answer> {
  run(work: KeyedWork<Answer>): MaybePromise<KeyedResult<Answer>>;
  /** Ends the work of a key within about a second, in whichever process it goes on; nothing happens where none does. Takes the owner that the work was given. Never rejects. */
  cancel(key: string, owner?: string): Promise<void>;
}

const optionNames: NamesOf<IdempotencyOptions> = {
  store: true,
  onStoreFailure: true,
  storeTimeoutMs: true,
  lingerMs: true,
  report: true,
};

/** Makes a place where work is done once for each key, in all processes that share a store. */
export function createIdempotency<Answer>(
  options: IdempotencyOptions = {},
  /** Reads what was recorded; `JSON.parse` if left out. */
  read: (text: string) => Answer = (text) => JSON.parse(text) as Answer,
): Idempotency<Answer> {
  checkNames('createIdempotency()', options, optionNames);
  const { onStoreFailure = 'refuse', storeTimeoutMs = 1_000, lingerMs = 10_000, report } = options;
  checkChoice('onStoreFailure', onStoreFailure, ['refuse', 'run']);
  checkNumber('storeTimeoutMs', storeTimeoutMs, timer);
  checkNumber('lingerMs', lingerMs, { unit: 'milliseconds', from: 0, infinity: 'no end' });
  const store = options.store ?? createMemoryIdempotencyStore();
  return new KeyedRuns<Answer>({
    store,
    storeTimeoutMs,
    lingerMs,
    read,
    runsWithoutStore: onStoreFailure === 'run',
    report: (error) => tell(report, error),
  });
}
