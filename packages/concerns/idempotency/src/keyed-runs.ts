import { isPromise, type MaybePromise } from '@toolwire/internal';
import { type KeyedResult, type KeyedWork, shortenFingerprint } from './keyed-work.ts';
import { LocalClaims, type Settlement } from './local-claims.ts';
import { type LocalClaim, LocalRuns } from './local-runs.ts';
import { RemoteRuns } from './remote-runs.ts';
import type { RunMonitorSettings } from './run-monitor.ts';
import { StoreClient, type StoreClientSettings, type StoreResult } from './store-client.ts';

export interface KeyedRunsSettings<Answer> extends StoreClientSettings<Answer>, RunMonitorSettings {}

type Result<Answer> = MaybePromise<KeyedResult<Answer>>;

/** Claims a key, then runs the work, joins the running work, or returns the stored result. */
export class KeyedRuns<Answer> {
  readonly #localClaims: LocalClaims;
  readonly #client: StoreClient<Answer>;
  readonly #remoteRuns: RemoteRuns<Answer>;
  readonly #localRuns: LocalRuns<Answer>;

  constructor(settings: KeyedRunsSettings<Answer>) {
    const { store, storeTimeoutMs, report } = settings;
    this.#localClaims = new LocalClaims(store, storeTimeoutMs, report);
    this.#client = new StoreClient(settings);
    this.#remoteRuns = new RemoteRuns(this.#client);
    this.#localRuns = new LocalRuns(settings);
  }

  run(work: KeyedWork<Answer>): Result<Answer> {
    const fingerprint = shortenFingerprint(work.fingerprint);
    return isPromise(fingerprint)
      ? fingerprint.then((short) => this.#start(work, short))
      : this.#start(work, fingerprint);
  }

  #start(work: KeyedWork<Answer>, fingerprint: string): Result<Answer> {
    const { key } = work;
    const running = this.#localRuns.find(key);
    if (running !== undefined) return running.claim.fingerprint === fingerprint ? running.join(work.caller) : conflict;
    const pending = this.#localClaims.pendingResult(key);
    if (pending !== undefined) {
      if (pending.claim.fingerprint !== fingerprint) return conflict;
      return unstored(pending.error);
    }
    const claim = this.#localRuns.newClaim(work, fingerprint, work.repeatable === true);
    const result = this.#claim(claim, work);
    return isPromise(result) ? this.#localRuns.add(claim, work, result) : result;
  }

  cancel(key: string, owner?: string): Promise<void> {
    return this.#client.cancel(key, owner);
  }

  #claim(claim: LocalClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
    const claimed = this.#client.claim(claim);
    return isPromise(claimed)
      ? claimed.then((result) => this.#applyResult(result, claim, work))
      : this.#applyResult(claimed, claim, work);
  }

  #applyResult(claimed: StoreResult, claim: LocalClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
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
    claim: LocalClaim<Answer>,
    work: KeyedWork<Answer>,
  ): Promise<KeyedResult<Answer>> {
    return this.#applyResult(await this.#remoteRuns.waitFor(token, claim, work), claim, work);
  }

  #perform(claim: LocalClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
    this.#localClaims.add(claim);
    let answer: MaybePromise<Answer>;
    try {
      answer = work.run();
    } catch (thrown) {
      this.#localClaims.endAfterThrow(claim, work.throwMeans);
      throw thrown;
    }
    if (!isPromise(answer)) return this.#settle(answer, claim, work);
    claim.isRunningHere = true;
    return this.#settleLater(answer, claim, work);
  }

  #settleLater(
    running: Promise<Answer>,
    claim: LocalClaim<Answer>,
    work: KeyedWork<Answer>,
  ): Promise<KeyedResult<Answer>> {
    return running.then(
      (answer) => {
        this.#localRuns.remove(claim);
        return this.#settle(answer, claim, work);
      },
      (thrown: unknown) => {
        this.#localRuns.remove(claim);
        this.#localClaims.endAfterThrow(claim, work.throwMeans);
        throw thrown;
      },
    );
  }

  #settle(returned: Answer, claim: LocalClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
    const answer = this.#finalAnswer(returned, claim, work);
    const stored = this.#client.encode(answer, work);
    if (stored === undefined) {
      this.#localClaims.abandon(claim);
      return { state: 'done', answer, repeated: false };
    }
    // A later call could get another result, so a caller gets this one only once it is stored.
    const settled = this.#localClaims.settle(claim, stored, stored.retention === 'stored');
    return isPromise(settled)
      ? settled.then((result) => this.#finish(result, answer, claim, work))
      : this.#finish(settled, answer, claim, work);
  }

  #finalAnswer(returned: Answer, claim: LocalClaim<Answer>, work: KeyedWork<Answer>): Answer {
    if (work.finalAnswer === undefined) return returned;
    try {
      return work.finalAnswer(returned);
    } catch (thrown) {
      // The work has run, whatever a throw of the work itself means.
      this.#localClaims.abandon(claim);
      throw thrown;
    }
  }

  #finish(settled: Settlement, answer: Answer, claim: LocalClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
    if (settled === 'settled') return { state: 'done', answer, repeated: false };
    return settled === 'taken' ? this.#adoptRemoteResult(answer, claim, work) : unstored(settled.error);
  }

  /** Returns the result of the claim that took over, so all callers of a key get the same result. */
  async #adoptRemoteResult(
    answer: Answer,
    { key, owner, fingerprint }: LocalClaim<Answer>,
    work: KeyedWork<Answer>,
  ): Promise<KeyedResult<Answer>> {
    const claim = this.#localRuns.newClaim({ key, owner }, fingerprint, work.repeatable === true);
    const finishedWork: KeyedWork<Answer> = {
      key,
      fingerprint,
      run: () => answer,
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
