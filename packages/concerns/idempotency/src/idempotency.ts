import { callListener, checkNames, checkNumber, type MaybePromise, type NamesOf, timer } from '@toolwire/internal';
import type { IdempotencyStore } from './idempotency-store.ts';
import { createMemoryIdempotencyStore } from './memory-store/memory-idempotency-store.ts';
import { KeyedRuns } from './runs/keyed-runs.ts';
import type { KeyedResult, KeyedWork } from './runs/keyed-work.ts';

/** Where results are stored, and how long to wait for the store and for callers. */
export interface IdempotencyOptions {
  /** Stores claims and results, and has the option for how long. Default: the memory of this process. */
  readonly store?: IdempotencyStore | undefined;
  /** Timeout of each store call, in milliseconds. Default: 1000. */
  readonly storeTimeoutMs?: number | undefined;
  /** How long work continues without waiting callers, in milliseconds: a caller that lost its connection may return. With `Infinity` it continues to its end. Default: 10 000. */
  readonly lingerMs?: number | undefined;
  /** Receives each error of the store, for a log. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** Runs keyed work once, however many callers request it. */
export interface Idempotency<Value> {
  run(work: KeyedWork<Value>): MaybePromise<KeyedResult<Value>>;
  /** Ends the running work of a key within about a second, in any process. `owner` must be that of the work. Never rejects. */
  cancel(key: string, owner?: string): Promise<void>;
}

/** The names of the options. */
export const idempotencyNames: NamesOf<IdempotencyOptions> = {
  store: true,
  storeTimeoutMs: true,
  lingerMs: true,
  report: true,
};

/** Creates a runner that runs work once per key, across all processes that share a store. */
export function createIdempotency<Value>(
  options: IdempotencyOptions = {},
  /** Decodes a stored result. Default: `JSON.parse`. */
  read: (text: string) => Value = (text) => JSON.parse(text) as Value,
): Idempotency<Value> {
  checkNames('createIdempotency()', options, idempotencyNames);
  const { storeTimeoutMs = 1_000, lingerMs = 10_000, report } = options;
  checkNumber('storeTimeoutMs', storeTimeoutMs, timer);
  checkNumber('lingerMs', lingerMs, { unit: 'milliseconds', from: 0, infinity: 'no end' });
  const store = options.store ?? createMemoryIdempotencyStore();
  const reportSafely = (error: unknown): void => callListener(report, error);
  store.reportTo?.(reportSafely);
  return new KeyedRuns<Value>({ store, storeTimeoutMs, lingerMs, read, report: reportSafely });
}
