import { isPromise } from '@toolwire/internal';
import { Asking, type AskingSettings, type Told } from './asking.ts';
import type { AttendanceSettings } from './attendance.ts';
import { GoingRuns } from './going-runs.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { OthersRuns } from './others-runs.ts';
import { type Claimant, type Keyed, OwnClaim } from './own-claim.ts';
import { OwnClaims } from './own-claims.ts';
import { Records } from './records.ts';
import { shortFingerprint } from './short-fingerprint.ts';

/** What keyed runs need to know. */
export interface KeyedRunsSettings<Answer> extends AskingSettings, AttendanceSettings {
  readonly read: (text: string) => Answer;
}

type Result<Answer> = MaybePromise<KeyedResult<Answer>>;

/** Claims a key, and runs, joins or repeats as the claim turns out. */
export class KeyedRuns<Answer> implements Claimant {
  readonly id: string = crypto.randomUUID();
  readonly #runsWithoutStore: boolean;
  readonly #own: OwnClaims;
  readonly #asking: Asking<Answer>;
  readonly #others: OthersRuns<Answer>;
  readonly #going: GoingRuns<Answer>;
  readonly #records: Records<Answer>;
  #claims = 0;

  constructor(settings: KeyedRunsSettings<Answer>) {
    const { store, storeTimeoutMs, report } = settings;
    this.#runsWithoutStore = settings.runsWithoutStore;
    this.#own = new OwnClaims(store, storeTimeoutMs, report);
    this.#asking = new Asking(settings, this.#own);
    this.#others = new OthersRuns(this.#asking);
    this.#going = new GoingRuns(this, settings);
    this.#records = new Records(settings.read, report);
  }

  run(work: KeyedWork<Answer>): Result<Answer> {
    const fingerprint = shortFingerprint(work.fingerprint);
    return isPromise(fingerprint)
      ? fingerprint.then((short) => this.#begin(work, short))
      : this.#begin(work, fingerprint);
  }

  #begin(work: KeyedWork<Answer>, fingerprint: string): Result<Answer> {
    const { key } = work;
    const earlier = this.#going.find(key);
    if (earlier !== undefined) return earlier.claim.fingerprint === fingerprint ? earlier.join(work.caller) : conflict;
    const unrecorded = this.#own.unrecorded(key);
    if (unrecorded !== undefined) {
      return unrecorded.claim.fingerprint === fingerprint ? this.#records.repeat(unrecorded.text) : conflict;
    }
    const claim = this.#newClaim(work, fingerprint, work.repeatable === true);
    const result = this.#claim(claim, work);
    return isPromise(result) ? this.#going.add(claim, work, result) : result;
  }

  cancel(key: string, owner?: string): Promise<void> {
    return this.#asking.cancel(key, owner);
  }

  #newClaim(keyed: Keyed, fingerprint: string, takeOver: boolean): OwnClaim<Answer> {
    this.#claims += 1;
    return new OwnClaim(keyed, fingerprint, takeOver, this, this.#claims);
  }

  #claim(claim: OwnClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
    const told = this.#asking.claim(claim);
    return isPromise(told) ? told.then((late) => this.#begun(late, claim, work)) : this.#begun(told, claim, work);
  }

  #begun(told: Told, claim: OwnClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
    // As if the claim were ours: when the store comes back, it learns of the run while it goes on, and of its answer.
    const runs = told.state === 'mine' || (told.state === 'unavailable' && this.#runsWithoutStore);
    return runs ? this.#perform(claim, work) : this.#act(told, claim, work);
  }

  #act(told: Told, claim: OwnClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
    switch (told.state) {
      case 'mine':
        return this.#perform(claim, work);
      case 'running':
        return this.#going.runOf(told.claim)?.join(work.caller) ?? this.#follow(told.token, claim, work);
      case 'answered':
        return this.#records.repeat(told.text);
      case 'unkept':
      case 'conflict':
      case 'in_doubt':
      case 'unavailable':
        return told;
    }
  }

  async #follow(
    token: string | undefined,
    claim: OwnClaim<Answer>,
    work: KeyedWork<Answer>,
  ): Promise<KeyedResult<Answer>> {
    return this.#act(await this.#others.follow(token, claim, work), claim, work);
  }

  #perform(claim: OwnClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
    this.#own.add(claim);
    let answer: MaybePromise<Answer>;
    try {
      answer = work.run();
    } catch (thrown) {
      this.#own.giveUp(claim, work.throwMeans);
      throw thrown;
    }
    if (!isPromise(answer)) return this.#settle(answer, claim, work);
    claim.isWorkedOn = true;
    return this.#settleLater(answer, claim, work);
  }

  #settleLater(
    running: Promise<Answer>,
    claim: OwnClaim<Answer>,
    work: KeyedWork<Answer>,
  ): Promise<KeyedResult<Answer>> {
    return running.then(
      (answer) => {
        this.#going.leave(claim);
        return this.#settle(answer, claim, work);
      },
      (thrown: unknown) => {
        this.#going.leave(claim);
        this.#own.giveUp(claim, work.throwMeans);
        throw thrown;
      },
    );
  }

  #settle(cameTo: Answer, claim: OwnClaim<Answer>, work: KeyedWork<Answer>): Result<Answer> {
    const answer = work.conclude === undefined ? cameTo : work.conclude(cameTo);
    const record = this.#records.of(answer, work);
    if (record === undefined) {
      this.#own.abandon(claim);
      return { state: 'done', answer, repeated: false };
    }
    const settled = this.#own.settle(claim, record);
    return isPromise(settled)
      ? settled.then((late) => this.#conclude(late, answer, claim, work))
      : this.#conclude(settled, answer, claim, work);
  }

  #conclude(
    settled: 'settled' | 'taken',
    answer: Answer,
    claim: OwnClaim<Answer>,
    work: KeyedWork<Answer>,
  ): Result<Answer> {
    return settled === 'taken' ? this.#yield(answer, claim, work) : { state: 'done', answer, repeated: false };
  }

  /**
   * Whoever took over has the answer that counts, so that no two callers of one key get two answers. The work is done all the same:
   * when nobody can tell that answer, its own is the one to give.
   */
  async #yield(
    answer: Answer,
    { key, owner, fingerprint }: OwnClaim<Answer>,
    work: KeyedWork<Answer>,
  ): Promise<KeyedResult<Answer>> {
    const claim = this.#newClaim({ key, owner }, fingerprint, true);
    const done: KeyedWork<Answer> = {
      key,
      fingerprint,
      run: () => answer,
      record: (same) => this.#records.of(same, work),
      isOver: () => work.isOver?.() === true,
    };
    const result = await this.#follow(undefined, claim, done);
    return result.state === 'done' ? result : { state: 'done', answer, repeated: false };
  }
}

const conflict = { state: 'conflict' } as const;
