import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import { type LocalClaim, LocalRun, type OwnedKey } from './local-run.ts';
import { RunMonitor, type RunMonitorSettings } from './run-monitor.ts';

/** The claims and the unfinished runs of one instance. Calls with the same key join a run, and a monitor ends abandoned ones. */
export class LocalRuns<Value> {
  #id: string | undefined;
  #claims = 0;
  readonly #monitor: RunMonitor<Value>;
  readonly #byKey = new Map<string, LocalRun<Value>>();

  constructor(settings: RunMonitorSettings) {
    this.#monitor = new RunMonitor(settings);
  }

  newClaim({ key, owner }: OwnedKey, fingerprint: string, takeOver: boolean): LocalClaim<Value> {
    // Created on first use, because Workers allow no random values at startup.
    this.#id ??= crypto.randomUUID();
    this.#claims += 1;
    const token = `${this.#id}:${this.#claims}`;
    return { key, owner, fingerprint, takeOver, token, awaited: undefined, run: undefined, isRunningHere: false };
  }

  /** Adds a run, and returns the result for its first caller. */
  add(
    claim: LocalClaim<Value>,
    work: KeyedWork<Value>,
    result: Promise<KeyedResult<Value>>,
  ): Promise<KeyedResult<Value>> {
    const run = new LocalRun(claim, work, result);
    claim.run = run;
    this.#byKey.set(claim.key, run);
    this.#monitor.add(run);
    const remove = (): void => {
      this.remove(claim);
      this.#byKey.delete(claim.key);
    };
    result.then(remove, remove);
    return run.resultForFirstCaller();
  }

  /** Stops monitoring the run of this claim. Callers with the same key join it until its result is stored. */
  remove(claim: LocalClaim<Value>): void {
    if (claim.run !== undefined) this.#monitor.remove(claim.run);
    claim.run = undefined;
  }

  find(key: string): LocalRun<Value> | undefined {
    // A lookup in an empty map would still hash the key.
    return this.#byKey.size === 0 ? undefined : this.#byKey.get(key);
  }
}
