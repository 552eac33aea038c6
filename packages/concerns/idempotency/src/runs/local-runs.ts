import type { Claim } from '../idempotency-store.ts';
import { JoinableRun } from './joinable-run.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';
import { RunMonitor, type RunMonitorSettings } from './run-monitor.ts';

/** The claimed key, and the owner that its result counts against. */
interface OwnedKey {
  readonly key: string;
  readonly owner?: string | undefined;
}

/**
 * A claim of this process. Its token is built on demand: stores that keep claims don't need it. Its state is public, and not in maps of
 * the classes that change it, because there is a claim for each call.
 */
export class LocalClaim<Value> implements Claim {
  readonly key: string;
  readonly fingerprint: string;
  readonly takeOver: boolean;
  readonly owner: string | undefined;
  /** Compared by identity, because only the instance that made the claim may join its run. */
  readonly source: LocalRuns<Value>;
  /** The token of another process's claim that this one waits for. Set by `StoreClient`. */
  awaited: string | undefined;
  /** The run that calls with the same key join. Set by `LocalRuns`, and cleared at its end, or a store that keeps claims would keep each result twice. */
  run: JoinableRun<Value> | undefined;
  /** Whether the work runs in this process. Set by `KeyedRuns`. */
  isRunningHere: boolean;
  readonly #number: number;

  constructor(
    { key, owner }: OwnedKey,
    fingerprint: string,
    takeOver: boolean,
    source: LocalRuns<Value>,
    number: number,
  ) {
    this.key = key;
    this.fingerprint = fingerprint;
    this.takeOver = takeOver;
    this.owner = owner;
    this.source = source;
    this.awaited = undefined;
    this.run = undefined;
    this.isRunningHere = false;
    this.#number = number;
  }

  get token(): string {
    return `${this.source.id}:${this.#number}`;
  }
}

/** The claims and the unfinished runs of one instance. Calls with the same key join a run, and a monitor ends abandoned ones. */
export class LocalRuns<Value> {
  #id: string | undefined;
  #claims = 0;
  readonly #storeKeepsClaims: boolean;
  readonly #monitor: RunMonitor<Value>;
  readonly #byKey = new Map<string, JoinableRun<Value>>();

  constructor(settings: RunMonitorSettings) {
    this.#storeKeepsClaims = settings.store.keepsClaims === true;
    this.#monitor = new RunMonitor(settings);
  }

  /** Unique across processes. Created on first use, because Workers allow no random values at startup. */
  get id(): string {
    this.#id ??= crypto.randomUUID();
    return this.#id;
  }

  newClaim(ownedKey: OwnedKey, fingerprint: string, takeOver: boolean): LocalClaim<Value> {
    this.#claims += 1;
    return new LocalClaim(ownedKey, fingerprint, takeOver, this, this.#claims);
  }

  /** Adds a run, and returns the result for its first caller. */
  add(
    claim: LocalClaim<Value>,
    work: KeyedWork<Value>,
    result: Promise<KeyedResult<Value>>,
  ): Promise<KeyedResult<Value>> {
    const run = new JoinableRun(claim, work, result);
    claim.run = run;
    // A store that keeps claims finds them by key in the lookup that it does anyway.
    if (!this.#storeKeepsClaims) this.#byKey.set(claim.key, run);
    this.#monitor.add(run);
    // Work that already runs is removed when it settles, so it needs no second handler.
    if (!claim.isRunningHere || !this.#storeKeepsClaims) this.#removeAtEnd(claim, result);
    return run.resultForFirstCaller();
  }

  #removeAtEnd(claim: LocalClaim<Value>, result: Promise<unknown>): void {
    const remove = (): void => {
      this.remove(claim);
      this.#byKey.delete(claim.key);
    };
    result.then(remove, remove);
  }

  /** Stops monitoring the run of this claim. Callers with the same key join it until its result is stored. */
  remove(claim: LocalClaim<Value>): void {
    if (claim.run !== undefined) this.#monitor.remove(claim.run);
    claim.run = undefined;
  }

  find(key: string): JoinableRun<Value> | undefined {
    // A lookup in an empty map would still hash the key.
    return this.#byKey.size === 0 ? undefined : this.#byKey.get(key);
  }

  /** The run of a claim that the store returned, if it belongs to this instance. */
  runOf(claim: Claim | undefined): JoinableRun<Value> | undefined {
    return claim instanceof LocalClaim && claim.source === this ? claim.run : undefined;
  }
}
