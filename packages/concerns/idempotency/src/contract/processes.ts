import { createIdempotency, type Idempotency, type IdempotencyOptions } from '../idempotency.ts';
import type { IdempotencyStore } from '../idempotency-store.ts';
import type { KeyedResult, KeyedWork } from '../keyed-work.ts';
import { type IdempotencyStoreSubject, ttlMs } from './case-support.ts';

/** Two simulated processes on stores that share their data. */
export function two({ make }: IdempotencyStoreSubject, options: IdempotencyOptions = {}): readonly [Process, Process] {
  const one = (): Process => {
    const store = make({ ttlMs });
    let wait = (): void => {};
    const waits = new Promise<void>((resolve) => {
      wait = resolve;
    });
    const claim: IdempotencyStore['claim'] = (asked) => {
      const result = store.claim(asked);
      if (asked.awaited !== undefined) void Promise.resolve(result).then(wait, () => undefined);
      return result;
    };
    const once = createIdempotency<string>({ ...options, store: withClaim(store, claim) });
    return { run: (work) => once.run(work), cancel: (key) => once.cancel(key), waits: () => waits };
  };
  return [one(), one()];
}

/** A copy of a store with another `claim` method. */
function withClaim(store: IdempotencyStore, claim: IdempotencyStore['claim']): IdempotencyStore {
  return {
    leaseMs: store.leaseMs,
    keepsClaims: store.keepsClaims,
    claim,
    settle: (...args) => store.settle(...args),
    release: (...args) => store.release(...args),
    abandon: (...args) => store.abandon(...args),
    renew: (...args) => store.renew(...args),
    ...(store.cancel && { cancel: (...args) => store.cancel?.(...args) }),
    ...(store.status && { status: (claims) => store.status?.(claims) ?? [] }),
  };
}

/** A simulated process. */
export interface Process extends Idempotency<string> {
  /** Resolves when it waits for a run of the other process, and the store knows it. */
  readonly waits: () => Promise<void>;
}

/** Work that a case ends from outside. */
export interface Gate {
  /** The work; settles when the gate opens or fails. */
  readonly run: () => Promise<string>;
  /** Resolves when the work starts. */
  readonly started: Promise<void>;
  readonly open: (value: string) => void;
  readonly fail: (reason: Error) => void;
}

export function gateOf(): Gate {
  let [open, fail]: [Gate['open'], Gate['fail']] = [() => {}, () => {}];
  const promise = new Promise<string>((resolve, reject) => {
    [open, fail] = [resolve, reject];
  });
  let begin = (): void => {};
  const started = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const run = (): Promise<string> => {
    begin();
    return promise;
  };
  return { run, started, open: (value) => open(value), fail: (reason) => fail(reason) };
}

export function workOf(
  key: string,
  run: KeyedWork<string>['run'],
  fields: Partial<KeyedWork<string>> = {},
): KeyedWork<string> {
  return { key, fingerprint: 'same', run, ...fields };
}

export function done(answer: string): KeyedResult<string> {
  return { state: 'done', answer, repeated: false };
}
