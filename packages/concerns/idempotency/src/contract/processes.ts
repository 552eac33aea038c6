import { createIdempotency, type Idempotency, type IdempotencyOptions } from '../idempotency.ts';
import type { IdempotencyStore } from '../idempotency-store.ts';
import type { KeyedResult, KeyedWork } from '../keyed-work.ts';
import { type IdempotencyStoreSubject, ttlMs } from './case-support.ts';

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
    return { run: (work) => idempotency.run(work), cancel: (key) => idempotency.cancel(key), waits: () => waiting };
  };
  return [createProcess(), createProcess()];
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
  let reportStart = (): void => {};
  const started = new Promise<void>((resolve) => {
    reportStart = resolve;
  });
  const run = (): Promise<string> => {
    reportStart();
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
