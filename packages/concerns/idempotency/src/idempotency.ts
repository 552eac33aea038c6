import {
  callListener,
  checkChoice,
  checkNames,
  checkNumber,
  type MaybePromise,
  type NamesOf,
  timer,
} from '@toolwire/internal';
import type { IdempotencyStore } from './idempotency-store.ts';
import { KeyedRuns } from './keyed-runs.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import { createMemoryIdempotencyStore } from './memory-idempotency-store.ts';

/** Where results are stored, and what happens while the store fails. */
export interface IdempotencyOptions {
  /** Stores claims and results. Default: the memory of this process. */
  readonly store?: IdempotencyStore | undefined;
  /** Whether to refuse or to run keyed work while the store fails. Default: `refuse`. */
  readonly onStoreFailure?: 'refuse' | 'run' | undefined;
  /** Timeout of each store call, in milliseconds. Default: 1000. */
  readonly storeTimeoutMs?: number | undefined;
  /** How long work continues without waiting callers, in milliseconds: a caller that lost its connection may return. Default: 10 000; `Infinity` to its end. */
  readonly lingerMs?: number | undefined;
  /** Receives each error of the store, for a log. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** Runs keyed work once, however many callers request it. */
export interface Idempotency<Answer> {
  run(work: KeyedWork<Answer>): MaybePromise<KeyedResult<Answer>>;
  /** Ends the running work of a key within about a second, in any process. `owner` must be that of the work. Never rejects. */
  cancel(key: string, owner?: string): Promise<void>;
}

const optionNames: NamesOf<IdempotencyOptions> = {
  store: true,
  onStoreFailure: true,
  storeTimeoutMs: true,
  lingerMs: true,
  report: true,
};

/** Creates a runner that runs work once per key, across all processes that share a store. */
export function createIdempotency<Answer>(
  options: IdempotencyOptions = {},
  /** Decodes a stored result. Default: `JSON.parse`. */
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
    report: (error) => callListener(report, error),
  });
}
