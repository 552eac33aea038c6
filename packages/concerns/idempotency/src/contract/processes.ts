import { createIdempotency, type Idempotency, type IdempotencyOptions } from '../idempotency.ts';
import type { IdempotencyStore } from '../idempotency-store.ts';
import { type IdempotencyStoreSubject, ttlMs } from './store-case.ts';

/** Two processes on stores that share what they keep. */
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

/** A store that is asked for claims in another way. */
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
    ...(store.news && { news: (claims) => store.news?.(claims) ?? [] }),
  };
}

/** Stands for a process. */
export interface Process extends Idempotency<string> {
  /** Resolves once it waits for what runs elsewhere, and the store knows. */
  readonly waits: () => Promise<void>;
}

/** Holds work up until it is told how to end. */
export interface Gate {
  /** Work that ends when the gate is opened. */
  readonly run: () => Promise<string>;
  /** Resolves once that work has begun. */
  readonly begun: Promise<void>;
  readonly open: (value: string) => void;
  readonly fail: (reason: Error) => void;
}

/** Makes a gate. */
export function gateOf(): Gate {
  let [open, fail]: [Gate['open'], Gate['fail']] = [() => {}, () => {}];
  const promise = new Promise<string>((resolve, reject) => {
    [open, fail] = [resolve, reject];
  });
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const run = (): Promise<string> => {
    begin();
    return promise;
  };
  return { run, begun, open: (value) => open(value), fail: (reason) => fail(reason) };
}
