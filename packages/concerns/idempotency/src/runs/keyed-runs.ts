import { isPromise, type MaybePromise } from '@toolwire/internal';
import { shortenFingerprint } from '../call/fingerprint.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import { LocalClaims, type Settlement } from './local-claims.ts';
import { type LocalClaim, LocalRuns } from './local-runs.ts';
import type { RunMonitorSettings } from './run-monitor.ts';
import { StoreClient, type StoreClientSettings, type StoreResult } from './store-client.ts';

export interface KeyedRunsSettings<Value> extends StoreClientSettings<Value>, RunMonitorSettings {}

type Result<Value> = MaybePromise<KeyedResult<Value>>;

/** Claims a key, then runs the work, joins the running work, or returns the stored result (CASE-09). */
export class KeyedRuns<Value> {
  readonly #localClaims: LocalClaims;
  readonly #client: StoreClient<Value>;
  readonly #localRuns: LocalRuns<Value>;

  constructor(settings: KeyedRunsSettings<Value>) {
    const { store, storeTimeoutMs, report } = settings;
    this.#localClaims = new LocalClaims(store, storeTimeoutMs, report);
    this.#client = new StoreClient(settings);
    this.#localRuns = new LocalRuns(settings);
  }

  run(work: KeyedWork<Value>): Result<Value> {
    const fingerprint = shortenFingerprint(work.fingerprint);
    return isPromise(fingerprint)
      ? fingerprint.then((short) => this.#start(work, short))
      : this.#start(work, fingerprint);
  }

  #start(work: KeyedWork<Value>, fingerprint: string): Result<Value> {
    const { key } = work;
    const running = this.#localRuns.find(key);
    if (running !== undefined) return running.claim.fingerprint === fingerprint ? running.join(work.caller) : conflict;
    const pending = this.#localClaims.pendingResult(key);
    if (pending !== undefined) {
      if (pending.claim.fingerprint !== fingerprint) return conflict;
      return unstored(pending.error);
    }
    const claim = this.#localRuns.newClaim(work, fingerprint, work.repeatable === true);
    const claimed = this.#client.claim(claim);
    const result = isPromise(claimed)
      ? claimed.then((later) => this.#applyResult(later, claim, work))
      : this.#applyResult(claimed, claim, work);
    return isPromise(result) ? this.#localRuns.add(claim, work, result) : result;
  }

  cancel(key: string, owner?: string): Promise<void> {
    return this.#client.cancel(key, owner);
  }

  #applyResult(claimed: StoreResult, claim: LocalClaim<Value>, work: KeyedWork<Value>): Result<Value> {
    switch (claimed.state) {
      case 'acquired':
        return this.#perform(claim, work);
      case 'running':
        return (
          this.#localRuns.runOf(claimed.claim)?.join(work.caller) ?? this.#waitForRemote(claimed.token, claim, work)
        );
      case 'completed':
        return this.#client.decode(claimed.text);
      case 'not_stored':
      case 'conflict':
      case 'in_doubt':
      case 'unavailable':
        return claimed;
    }
  }

  async #waitForRemote(
    token: string | undefined,
    claim: LocalClaim<Value>,
    work: KeyedWork<Value>,
  ): Promise<KeyedResult<Value>> {
    return this.#applyResult(await this.#client.waitForRun(token, claim, work), claim, work);
  }

  #perform(claim: LocalClaim<Value>, work: KeyedWork<Value>): Result<Value> {
    this.#localClaims.add(claim);
    let value: MaybePromise<Value>;
    try {
      value = work.run();
    } catch (thrown) {
      this.#localClaims.endAfterThrow(claim, work.throwMeans);
      throw thrown;
    }
    if (!isPromise(value)) return this.#settle(value, claim, work);
    claim.isRunningHere = true;
    return this.#settleLater(value, claim, work);
  }

  #settleLater(running: Promise<Value>, claim: LocalClaim<Value>, work: KeyedWork<Value>): Promise<KeyedResult<Value>> {
    return running.then(
      (value) => {
        this.#localRuns.remove(claim);
        return this.#settle(value, claim, work);
      },
      (thrown: unknown) => {
        this.#localRuns.remove(claim);
        this.#localClaims.endAfterThrow(claim, work.throwMeans);
        throw thrown;
      },
    );
  }

  #settle(returned: Value, claim: LocalClaim<Value>, work: KeyedWork<Value>): Result<Value> {
    const value = this.#finalValue(returned, claim, work);
    const stored = this.#client.encode(value, work);
    if (stored === undefined) {
      this.#localClaims.abandon(claim);
      return { state: 'done', value, repeated: false };
    }
    // A later call could get another result, so a caller gets this one only once it is stored.
    const settled = this.#localClaims.settle(claim, stored);
    return isPromise(settled)
      ? settled.then((result) => this.#finish(result, value, claim, work))
      : this.#finish(settled, value, claim, work);
  }

  #finalValue(returned: Value, claim: LocalClaim<Value>, work: KeyedWork<Value>): Value {
    if (work.finalValue === undefined) return returned;
    try {
      return work.finalValue(returned);
    } catch (thrown) {
      // The work has run, whatever a throw of the work itself means.
      this.#localClaims.abandon(claim);
      throw thrown;
    }
  }

  #finish(settled: Settlement, value: Value, claim: LocalClaim<Value>, work: KeyedWork<Value>): Result<Value> {
    if (settled === 'settled') return { state: 'done', value, repeated: false };
    return settled === 'taken' ? this.#adoptRemoteResult(value, claim, work) : unstored(settled.error);
  }

  /** Returns the result of the claim that took over, so all callers of a key get the same result. */
  async #adoptRemoteResult(
    value: Value,
    { key, owner, fingerprint }: LocalClaim<Value>,
    work: KeyedWork<Value>,
  ): Promise<KeyedResult<Value>> {
    const claim = this.#localRuns.newClaim({ key, owner }, fingerprint, work.repeatable === true);
    const finishedWork: KeyedWork<Value> = {
      key,
      fingerprint,
      run: () => value,
      encode: (result) => this.#client.encode(result, work),
      shouldStopWaiting: () => work.shouldStopWaiting?.() === true,
    };
    const result = await this.#waitForRemote(undefined, claim, finishedWork);
    if (result.state === 'done' || result.state === 'not_stored' || result.state === 'in_doubt') return result;
    return unstored(result.state === 'unavailable' ? result.error : undefined);
  }
}

function unstored(error: unknown): { readonly state: 'unavailable'; readonly error: unknown; readonly hasRun: true } {
  return { state: 'unavailable', error, hasRun: true };
}

const conflict = { state: 'conflict' } as const;
