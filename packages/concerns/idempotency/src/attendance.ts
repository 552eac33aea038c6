import { isPromise, letProcessEnd } from '@toolwire/internal';
import type { ClaimNews, IdempotencyStore } from './idempotency-store.ts';
import { inTime } from './in-time.ts';
import type { KeyedRun } from './keyed-run.ts';

/** How the runs of a process are looked after. */
export interface AttendanceSettings {
  readonly store: IdempotencyStore;
  readonly storeTimeoutMs: number;
  /** How long a run goes on for which nobody waits. */
  readonly lingerMs: number;
  readonly report: (error: unknown) => void;
}

/** Looking costs less than a listener on each signal, which most calls are too short to need. */
const lookEveryMs = 100;

/** How often the store is asked for news of a run; one that is shorter costs no step of the store. */
const askEveryMs = 1_000;

/** Those who wait in other processes ask four times in this time. */
const elsewhereMs = 1_000;

/** Looks after the runs of a process, with one timer for all: ends those that were cancelled, and those for which nobody waits. */
export class Attendance<Answer> {
  readonly #settings: AttendanceSettings;
  readonly #runs: KeyedRun<Answer>[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAsking = false;

  constructor(settings: AttendanceSettings) {
    this.#settings = settings;
  }

  add(run: KeyedRun<Answer>): void {
    run.place = this.#runs.length;
    this.#runs.push(run);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    letProcessEnd(this.#timer);
  }

  remove(run: KeyedRun<Answer>): void {
    const { place } = run;
    if (place < 0) return;
    run.place = -1;
    const last = this.#runs.pop();
    if (last === undefined || last === run) return;
    this.#runs[place] = last;
    last.place = place;
  }

  #look(): void {
    // Not as soon as there is nothing to look after: the next run would start the timer again.
    if (this.#runs.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    for (const run of this.#runs) {
      run.dismiss(now, this.#settings.lingerMs);
      run.askedAt ??= now;
    }
    if (!this.#isAsking) void this.#askAbout(this.#runs.filter((run) => run.goesOn && this.#isDue(run, now)));
  }

  #isDue(run: KeyedRun<Answer>, now: number): boolean {
    const { store } = this.#settings;
    const isLong = store.news !== undefined && now - (run.askedAt ?? now) >= askEveryMs;
    return isLong || run.isUnattended(now);
  }

  async #askAbout(runs: readonly KeyedRun<Answer>[]): Promise<void> {
    if (runs.length === 0) return;
    this.#isAsking = true;
    try {
      const news = await this.#newsOf(runs);
      for (const [index, run] of runs.entries()) if (run.goesOn) this.#judge(run, news?.[index]);
    } catch (error) {
      // Somebody may wait elsewhere: it goes on until the store can tell.
      for (const run of runs) run.expect(performance.now() + askEveryMs);
      this.#settings.report(error);
    } finally {
      for (const run of runs) run.askedAt = performance.now();
      this.#isAsking = false;
    }
  }

  async #newsOf(runs: readonly KeyedRun<Answer>[]): Promise<readonly ClaimNews[] | undefined> {
    const { store, storeTimeoutMs } = this.#settings;
    const news = store.news?.(runs.map(({ claim }) => claim));
    return isPromise(news) ? inTime(news, storeTimeoutMs) : news;
  }

  #judge(run: KeyedRun<Answer>, news: ClaimNews | undefined): void {
    if (news?.isCancelled === true) return run.end('cancelled');
    const now = performance.now();
    if (!run.isUnattended(now)) return;
    const waitsMs = Math.max(this.#settings.lingerMs, elsewhereMs) - (news?.awaitedMs ?? Number.POSITIVE_INFINITY);
    if (waitsMs > 0) run.expect(now + waitsMs);
    else run.end('unattended');
  }
}
