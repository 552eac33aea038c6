import type { Claim } from './idempotency-store.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import { type ClaimSource, LocalClaim } from './local-claim.ts';
import { LocalRun } from './local-run.ts';
import { RunMonitor, type RunMonitorSettings } from './run-monitor.ts';

/** The unfinished runs of this process. Calls with the same key join them, and a monitor ends abandoned ones. */
export class LocalRuns<Answer> {
  readonly #source: ClaimSource;
  readonly #storeKeepsClaims: boolean;
  readonly #monitor: RunMonitor<Answer>;
  readonly #byKey = new Map<string, LocalRun<Answer>>();

  constructor(source: ClaimSource, settings: RunMonitorSettings) {
    this.#source = source;
    this.#storeKeepsClaims = settings.store.keepsClaims === true;
    this.#monitor = new RunMonitor(settings);
  }

  /** Adds a run, and returns the result for its first caller. */
  add(
    claim: LocalClaim<Answer>,
    work: KeyedWork<Answer>,
    result: Promise<KeyedResult<Answer>>,
  ): Promise<KeyedResult<Answer>> {
    const run = new LocalRun(claim, work, result);
    claim.run = run;
    // A store that keeps claims finds them by key in the lookup that it does anyway.
    if (!this.#storeKeepsClaims) this.#byKey.set(claim.key, run);
    this.#monitor.add(run);
    // Work that already runs is removed when it settles, so it needs no second handler.
    if (!claim.isRunningHere || !this.#storeKeepsClaims) this.#removeAtEnd(claim, result);
    return run.resultForFirstCaller();
  }

  #removeAtEnd(claim: LocalClaim<Answer>, result: Promise<unknown>): void {
    const remove = (): void => {
      this.remove(claim);
      this.#byKey.delete(claim.key);
    };
    result.then(remove, remove);
  }

  /** Stops monitoring the run of this claim. Callers with the same key join it until its result is stored. */
  remove(claim: LocalClaim<Answer>): void {
    if (claim.run !== undefined) this.#monitor.remove(claim.run);
    claim.run = undefined;
  }

  find(key: string): LocalRun<Answer> | undefined {
    // A lookup in an empty map would still hash the key.
    return this.#byKey.size === 0 ? undefined : this.#byKey.get(key);
  }

  /** The run of a claim that the store returned, if it belongs to this instance. */
  runOf(claim: Claim | undefined): LocalRun<Answer> | undefined {
    return claim instanceof LocalClaim && claim.source === this.#source ? claim.run : undefined;
  }
}
