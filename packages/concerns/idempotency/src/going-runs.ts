import { Attendance, type AttendanceSettings } from './attendance.ts';
import type { Claim } from './idempotency-store.ts';
import { KeyedRun } from './keyed-run.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import { type Claimant, OwnClaim } from './own-claim.ts';

/** The runs of one claimant that go on: others with the same key join them, and they are looked after. */
export class GoingRuns<Answer> {
  readonly #claimant: Claimant;
  readonly #storeKeepsClaims: boolean;
  readonly #attendance: Attendance<Answer>;
  readonly #byKey = new Map<string, KeyedRun<Answer>>();

  constructor(claimant: Claimant, settings: AttendanceSettings) {
    this.#claimant = claimant;
    this.#storeKeepsClaims = settings.store.keepsClaims === true;
    this.#attendance = new Attendance(settings);
  }

  /** Answers the result for the one who asked first. */
  add(
    claim: OwnClaim<Answer>,
    work: KeyedWork<Answer>,
    result: Promise<KeyedResult<Answer>>,
  ): Promise<KeyedResult<Answer>> {
    const run = new KeyedRun(claim, work, result);
    claim.run = run;
    // A store that keeps claims finds them by key itself, in the one look that it takes anyway.
    if (!this.#storeKeepsClaims) this.#byKey.set(claim.key, run);
    this.#attendance.add(run);
    // The end of work that goes on already needs no promise of its own, where nothing is kept by key.
    if (!claim.isWorkedOn || !this.#storeKeepsClaims) this.#forgetAtEnd(claim, result);
    return run.first();
  }

  #forgetAtEnd(claim: OwnClaim<Answer>, result: Promise<unknown>): void {
    const forget = (): void => {
      this.leave(claim);
      this.#byKey.delete(claim.key);
    };
    result.then(forget, forget);
  }

  /** Nobody joins the run of this claim from now on, nor looks after it. */
  leave(claim: OwnClaim<Answer>): void {
    if (claim.run !== undefined) this.#attendance.remove(claim.run);
    claim.run = undefined;
  }

  find(key: string): KeyedRun<Answer> | undefined {
    // A look into an empty map would cost the hash of the key all the same.
    return this.#byKey.size === 0 ? undefined : this.#byKey.get(key);
  }

  /** The run of a claim that the store has handed out, if it is one of these. */
  runOf(claim: Claim | undefined): KeyedRun<Answer> | undefined {
    return claim instanceof OwnClaim && claim.claimant === this.#claimant ? claim.run : undefined;
  }
}
