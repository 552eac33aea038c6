import type { Claim } from './idempotency-store.ts';
import type { Caller, EndOfWork, KeyedResult, KeyedWork } from './keyed-work.ts';

type Result<Answer> = Promise<KeyedResult<Answer>>;

/** A claim, and whether its work is done here, and not waited for. */
type WorkedClaim = Claim & { readonly isWorkedOn: boolean };

/** One who waits for a result. */
interface Waiting {
  readonly caller: Caller | undefined;
  /** Answers it when it waits no longer. */
  leave: (() => void) | undefined;
}

/** Work that goes on in this process, or is waited for, and all who wait for its result here. */
export class KeyedRun<Answer> {
  readonly claim: WorkedClaim;
  readonly result: Result<Answer>;
  /** When the store was last asked for news of it; nothing before it is first looked after. */
  askedAt: number | undefined;
  /** Where it stands in the list of those that are looked after. */
  place: number;
  readonly #work: KeyedWork<Answer>;
  #waiting: Waiting[] | undefined;
  #expectedUntil: number;
  #isEnded: boolean;

  constructor(claim: WorkedClaim, work: KeyedWork<Answer>, result: Result<Answer>) {
    this.claim = claim;
    this.result = result;
    this.askedAt = undefined;
    this.place = -1;
    this.#work = work;
    this.#waiting = undefined;
    this.#expectedUntil = 0;
    this.#isEnded = false;
  }

  /** The result for the one who asked first, unless it leaves before. */
  first(): Result<Answer> {
    // Whoever only loses its connection is owed no answer, and most callers are of that kind.
    return this.#work.caller?.endsDeliberately === true ? this.#unlessLeft(this.#all[0], this.result) : this.result;
  }

  /** The same result for another one. */
  join(caller: Caller | undefined): Result<Answer> {
    const waiting: Waiting = { caller, leave: undefined };
    this.#all.push(waiting);
    return this.#unlessLeft(waiting, this.result.then(repeated));
  }

  /** Lets go of those who wait no longer; one whose connection has broken is expected back for a while. */
  dismiss(now: number, lingerMs: number): void {
    this.#waiting = this.#all.filter(({ caller, leave }) => {
      if (caller?.signal.aborted !== true) return true;
      if (caller.endsDeliberately !== true) this.expect(now + lingerMs);
      leave?.();
      return false;
    });
  }

  /** Does not end before this time for want of callers. */
  expect(until: number): void {
    this.#expectedUntil = Math.max(this.#expectedUntil, until);
  }

  /** Whether nobody waits for it in this process. */
  get isDeserted(): boolean {
    return this.#waiting?.length === 0;
  }

  /** Whether nobody waits here, and nobody is expected back. */
  isUnattended(now: number): boolean {
    return this.isDeserted && now >= this.#expectedUntil;
  }

  /** Whether its work goes on here, and nobody has ended it. */
  get goesOn(): boolean {
    return this.claim.isWorkedOn && this.place >= 0 && !this.#isEnded;
  }

  end(why: EndOfWork): void {
    this.#isEnded = true;
    this.#work.end?.(why);
  }

  get #all(): Waiting[] {
    this.#waiting ??= [{ caller: this.#work.caller, leave: undefined }];
    return this.#waiting;
  }

  #unlessLeft(waiting: Waiting | undefined, result: Result<Answer>): Result<Answer> {
    return new Promise((resolve, reject) => {
      if (waiting !== undefined) waiting.leave = () => resolve({ state: 'left' });
      result.then(resolve, reject);
    });
  }
}

function repeated<Answer>(result: KeyedResult<Answer>): KeyedResult<Answer> {
  return result.state === 'done' ? { ...result, repeated: true } : result;
}
