import { isPromise, unrefTimer } from '@toolwire/internal';
import type { ClaimStatus, IdempotencyStore } from '../idempotency-store.ts';
import type { JoinableRun } from './joinable-run.ts';
import { withStoreTimeout } from './store-retries.ts';

/** How the runs of this process are monitored. */
export interface RunMonitorSettings {
  readonly store: IdempotencyStore;
  readonly storeTimeoutMs: number;
  /** How long a run continues without waiting callers. */
  readonly lingerMs: number;
  readonly report: (error: unknown) => void;
}

/** Polling signals costs less than a listener on each: most calls end before the first poll. */
const pollIntervalMs = 100;

/** How often the store is asked for the status of a run. Shorter runs cost no store call. */
const storePollIntervalMs = 1_000;

/** Waiting processes poll the store four times in this time. */
const remotePollWindowMs = 1_000;

/** Monitors the runs of this process with one timer. Ends canceled runs, and runs without waiting callers. */
export class RunMonitor<Value> {
  readonly #settings: RunMonitorSettings;
  readonly #runs: JoinableRun<Value>[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #isPollingStore = false;

  constructor(settings: RunMonitorSettings) {
    this.#settings = settings;
  }

  add(run: JoinableRun<Value>): void {
    run.index = this.#runs.length;
    this.#runs.push(run);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#poll(), pollIntervalMs);
    unrefTimer(this.#timer);
  }

  remove(run: JoinableRun<Value>): void {
    const { index } = run;
    if (index < 0) return;
    run.index = -1;
    // The last run takes the free place, so that no search and no shift of the list slows down a call.
    const last = this.#runs.pop();
    if (last === undefined || last === run) return;
    this.#runs[index] = last;
    last.index = index;
  }

  #poll(): void {
    // The timer stops here and not when the last run ends: the next run would restart it.
    if (this.#runs.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    for (const run of this.#runs) {
      run.removeAbortedWaiters(now, this.#settings.lingerMs);
      run.storePollIntervalStart ??= now;
    }
    if (!this.#isPollingStore) void this.#pollStore(this.#runs.filter((run) => run.isActive && this.#isDue(run, now)));
  }

  #isDue(run: JoinableRun<Value>, now: number): boolean {
    const { store } = this.#settings;
    const isLong = store.status !== undefined && now - (run.storePollIntervalStart ?? now) >= storePollIntervalMs;
    return isLong || run.isUnattended(now);
  }

  async #pollStore(runs: readonly JoinableRun<Value>[]): Promise<void> {
    if (runs.length === 0) return;
    this.#isPollingStore = true;
    try {
      const statuses = await this.#statusOf(runs);
      for (const [index, run] of runs.entries()) if (run.isActive) this.#endIfUnneeded(run, statuses?.[index]);
    } catch (error) {
      // A caller may wait in another process, so the run continues until the store is available.
      for (const run of runs) run.keepUntil(performance.now() + storePollIntervalMs);
      this.#settings.report(error);
    } finally {
      for (const run of runs) run.storePollIntervalStart = performance.now();
      this.#isPollingStore = false;
    }
  }

  async #statusOf(runs: readonly JoinableRun<Value>[]): Promise<readonly ClaimStatus[] | undefined> {
    const { store, storeTimeoutMs } = this.#settings;
    const statuses = store.status?.(runs.map(({ claim }) => claim));
    return isPromise(statuses) ? withStoreTimeout(statuses, storeTimeoutMs) : statuses;
  }

  #endIfUnneeded(run: JoinableRun<Value>, status: ClaimStatus | undefined): void {
    if (status?.isCanceled === true) return run.end('canceled');
    const now = performance.now();
    if (!run.isUnattended(now)) return;
    const lingerMs = Math.max(this.#settings.lingerMs, remotePollWindowMs);
    const remainingMs = lingerMs - (status?.awaitedMs ?? Number.POSITIVE_INFINITY);
    if (remainingMs > 0) run.keepUntil(now + remainingMs);
    else run.end('unattended');
  }
}
