import type { Answered, Claim, ClaimResult, IdempotencyStore } from './idempotency-store.ts';
import { inTime } from './in-time.ts';
import { isPromise, type MaybePromise } from './is-promise.ts';
import { JoinableRuns } from './joinable-runs.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import { type Claimant, OwnClaim, waitingFor } from './own-claim.ts';
import { OwnClaims, type Report } from './own-claims.ts';
import { shortFingerprint } from './short-fingerprint.ts';

/** What keyed runs need to know. */
export interface KeyedRunsSettings<Answer> {
  readonly store: IdempotencyStore;
  readonly storeTimeoutMs: number;
  /** Whether to run what the store could not be asked about. */
  readonly runsWithoutStore: boolean;
  readonly read: (text: string) => Answer;
  readonly report: Report;
}

type Result<Answer> = MaybePromise<KeyedResult<Answer>>;

/** How soon to ask again what became of somebody else's run: at first at once, then less and less often. */
const firstWaitMs = 10;
const longestWaitMs = 250;
const waitGrowth = 1.5;

/** Claims a key, and runs, joins or repeats as the claim turns out. */
export class KeyedRuns<Answer> implements Claimant {
  readonly id: string = crypto.randomUUID();
  readonly #settings: KeyedRunsSettings<Answer>;
  readonly #own: OwnClaims;
  readonly #joinable: JoinableRuns<Answer>;
  #claims = 0;

  constructor(settings: KeyedRunsSettings<Answer>) {
    const { store, storeTimeoutMs, report } = settings;
    this.#settings = settings;
    this.#own = new OwnClaims(store, storeTimeoutMs, report);
    this.#joinable = new JoinableRuns(this, store.keepsClaims === true);
  }

  run(work: KeyedWork<Answer>): Result<Answer> {
    const fingerprint = shortFingerprint(work.fingerprint);
    return isPromise(fingerprint)
      ? fingerprint.then((short) => this.#begin(work, short))
      : this.#begin(work, fingerprint);
  }

  #begin(work: KeyedWork<Answer>, fingerprint: string): Result<Answer> {
    const { key } = work;
    const earlier = this.#joinable.find(key);
    if (earlier !== undefined) return earlier.fingerprint === fingerprint ? earlier.result.then(repeated) : conflict;
    const unrecorded = this.#own.unrecorded(key);
    if (unrecorded !== undefined) {
      return unrecorded.claim.fingerprint === fingerprint ? this.#repeat(unrecorded.text) : conflict;
    }
    const claim = this.#newClaim(key, fingerprint, work.repeatable === true);
    const result = this.#claim(claim, work);
    if (isPromise(result)) this.#joinable.add(claim, result);
    return result;
  }

  #newClaim(key: string, fingerprint: string, takeOver: boolean): OwnClaim<Answer> {
    this.#claims += 1;
    return new OwnClaim(key, fingerprint, takeOver, this, this.#claims);
  }

  #claim(claim: Claim, work: KeyedWork<Answer>): Result<Answer> {
    let asked: MaybePromise<ClaimResult>;
    try {
      asked = this.#settings.store.claim(claim);
    } catch (error) {
      return this.#withoutStore(error, claim, work);
    }
    return isPromise(asked) ? this.#claimLater(asked, claim, work) : this.#act(asked, claim, work);
  }

  async #claimLater(asked: Promise<ClaimResult>, claim: Claim, work: KeyedWork<Answer>): Promise<KeyedResult<Answer>> {
    let result: ClaimResult;
    try {
      result = await inTime(asked, this.#settings.storeTimeoutMs);
    } catch (error) {
      if (!this.#settings.runsWithoutStore) this.#takeBack(asked, claim);
      return this.#withoutStore(error, claim, work);
    }
    return this.#act(result, claim, work);
  }

  #withoutStore(error: unknown, claim: Claim, work: KeyedWork<Answer>): Result<Answer> {
    this.#settings.report(error);
    // As if the claim were ours: when the store comes back, it learns of the run while it goes on, and of its answer.
    return this.#settings.runsWithoutStore ? this.#perform(claim, work) : { state: 'unavailable', error };
  }

  /** A claim that has failed, or did not come in time, may have taken effect all the same, or may yet. */
  #takeBack(asked: Promise<unknown>, claim: Claim): void {
    const release = (): void => this.#own.release(claim);
    asked.then(release, release);
  }

  #act(result: ClaimResult, claim: Claim, work: KeyedWork<Answer>): Result<Answer> {
    switch (result.state) {
      case 'mine':
        return this.#perform(claim, work);
      case 'running':
        return (
          this.#joinable.resultOf(result.claim)?.then(repeated) ?? this.#follow(waitingFor(result.token, claim), work)
        );
      case 'answered':
        return this.#repeat(result.text);
      case 'conflict':
      case 'in_doubt':
        return result;
    }
  }

  #repeat(text: string): KeyedResult<Answer> {
    try {
      return { state: 'done', answer: this.#settings.read(text), repeated: true };
    } catch (error) {
      this.#settings.report(error);
      return { state: 'unavailable', error };
    }
  }

  /** Asks again and again what became of somebody else's run, so that no message can get lost on the way. */
  async #follow(first: Claim, work: KeyedWork<Answer>): Promise<KeyedResult<Answer>> {
    let claim = first;
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * waitGrowth, longestWaitMs)) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (work.isOver?.() === true) return { state: 'unavailable', error: new Error('Nobody waits any longer.') };
      const asked = this.#ask(claim);
      let result: ClaimResult;
      try {
        result = await inTime(asked, this.#settings.storeTimeoutMs);
      } catch (error) {
        // Never run here, whatever the options: somebody else was known to.
        this.#settings.report(error);
        this.#takeBack(asked, claim);
        return { state: 'unavailable', error };
      }
      if (result.state !== 'running') return this.#act(result, claim, work);
      claim = waitingFor(result.token, claim);
    }
  }

  async #ask(claim: Claim): Promise<ClaimResult> {
    return this.#settings.store.claim(claim);
  }

  #perform(claim: Claim, work: KeyedWork<Answer>): Result<Answer> {
    this.#own.add(claim);
    let answer: MaybePromise<Answer>;
    try {
      answer = work.run();
    } catch (thrown) {
      this.#giveUp(claim, work);
      throw thrown;
    }
    return isPromise(answer) ? this.#settleLater(answer, claim, work) : this.#settle(answer, claim, work);
  }

  async #settleLater(running: Promise<Answer>, claim: Claim, work: KeyedWork<Answer>): Promise<KeyedResult<Answer>> {
    let answer: Answer;
    try {
      answer = await running;
    } catch (thrown) {
      this.#giveUp(claim, work);
      throw thrown;
    } finally {
      if (claim instanceof OwnClaim) claim.result = undefined;
    }
    return this.#settle(answer, claim, work);
  }

  #giveUp(claim: Claim, { throwMeans }: KeyedWork<Answer>): void {
    if (throwMeans === 'in_doubt') this.#own.abandon(claim);
    else this.#own.release(claim);
  }

  #settle(answer: Answer, claim: Claim, work: KeyedWork<Answer>): Result<Answer> {
    const record = this.#recordOf(answer, work);
    if (record === undefined) {
      this.#own.abandon(claim);
      return { state: 'done', answer, repeated: false };
    }
    const settled = this.#own.settle(claim, record);
    return isPromise(settled)
      ? settled.then((late) => this.#conclude(late, answer, claim, work))
      : this.#conclude(settled, answer, claim, work);
  }

  #conclude(settled: 'settled' | 'taken', answer: Answer, claim: Claim, work: KeyedWork<Answer>): Result<Answer> {
    return settled === 'taken' ? this.#yield(answer, claim, work) : { state: 'done', answer, repeated: false };
  }

  /**
   * Whoever took over has the answer that counts, so that no two callers of one key get two answers. The work is done all the same:
   * when nobody can tell that answer, its own is the one to give.
   */
  async #yield(answer: Answer, { key, fingerprint }: Claim, work: KeyedWork<Answer>): Promise<KeyedResult<Answer>> {
    const claim = this.#newClaim(key, fingerprint, true);
    const done: KeyedWork<Answer> = {
      key,
      fingerprint,
      run: () => answer,
      record: (same) => this.#recordOf(same, work),
      isOver: () => work.isOver?.() === true,
    };
    const result = await this.#follow(claim, done);
    return result.state === 'done' ? result : { state: 'done', answer, repeated: false };
  }

  #recordOf(answer: Answer, work: KeyedWork<Answer>): Answered | undefined {
    try {
      return work.record === undefined ? keptAsJson(answer) : work.record(answer);
    } catch (error) {
      this.#settings.report(error);
      return undefined;
    }
  }
}

function keptAsJson(answer: unknown): Answered {
  // What JSON has no word for, such as the answer of a function that returns nothing, is null.
  const text = JSON.stringify(answer) ?? 'null';
  return { fate: 'kept', text, bytes: 2 * text.length };
}

const conflict = { state: 'conflict' } as const;

function repeated<Answer>(result: KeyedResult<Answer>): KeyedResult<Answer> {
  return result.state === 'done' ? { ...result, repeated: true } : result;
}
