import { createIdempotency, type Idempotency, type IdempotencyOptions } from '../idempotency.ts';
import type { IdempotencyStore } from '../idempotency-store.ts';
import type { KeyedResult, KeyedWork } from '../runs/keyed-work.ts';
import { type IdempotencyStoreCase, type IdempotencyStoreSubject, storeCase, ttlMs, unique } from './case-support.ts';

/** A simulated process. */
interface Process extends Idempotency<string> {
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

/** Creates a case with two simulated processes. */
export function processCase(
  title: string,
  run: (here: Process, there: Process, subject: IdempotencyStoreSubject) => Promise<void>,
): IdempotencyStoreCase {
  return storeCase(title, (subject) => run(...twoProcesses(subject), subject));
}

/** Work that runs until the case opens the gate or lets it fail. */
interface Gate {
  readonly run: () => Promise<string>;
  /** Resolves when the work starts. */
  readonly started: Promise<void>;
  readonly open: (value: string) => void;
  readonly fail: (reason: Error) => void;
}

/** Creates a closed gate. */
export function createGate(): Gate {
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
  return { run, started, open, fail };
}

/** Starts keyed work that runs until the case opens its gate. */
export async function startGated(
  process: Process,
  fields: (gate: Gate) => Partial<KeyedWork<string>> = () => ({}),
): Promise<{ readonly key: string; readonly gate: Gate; readonly first: Promise<KeyedResult<string>> }> {
  const [key, gate] = [unique(), createGate()];
  const first = Promise.resolve(process.run(workOf(key, gate.run, fields(gate))));
  await gate.started;
  return { key, gate, first };
}

/** Keyed work with this key. Two pieces of work with the same key have the same fingerprint by default. */
export function workOf(
  key: string,
  run: KeyedWork<string>['run'],
  fields: Partial<KeyedWork<string>> = {},
): KeyedWork<string> {
  return { key, fingerprint: 'same', run, ...fields };
}

/** The result of a call that ran the work itself. */
export function done(value: string): KeyedResult<string> {
  return { state: 'done', value, repeated: false };
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
    ...(store.ready && { ready: () => store.ready?.() ?? Promise.resolve() }),
    ...(store.cancel && { cancel: (...args) => store.cancel?.(...args) }),
    ...(store.status && { status: (claims) => store.status?.(claims) ?? [] }),
  };
}
