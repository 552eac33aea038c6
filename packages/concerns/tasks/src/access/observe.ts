import { startTimer } from '@toolwire/internal';
import type { TaskRecord } from '../record/task-record.ts';
import type { TaskStore } from '../store/task-store.ts';
import type { Report } from './report.ts';

/** Receives the record of a task; `undefined`, as the last value, if it was deleted. */
type OnRecord = (record: TaskRecord | undefined) => void;

/** Observes a task after each change: passes on each newer version once. */
export type Observe = (id: string, onRecord: OnRecord) => Observation;

/** An observation of one task. */
export interface Observation {
  /** Reads the record now, even without a change. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

/** Observes tasks for many followers: each change is read once, and passed on in small batches. */
export function createObserver(store: TaskStore, report: Report): Observe {
  const byId = new Map<string, SharedObservation>();
  return (id, onRecord) => {
    const shared = byId.get(id) ?? new SharedObservation(id, store, report);
    byId.set(id, shared);
    const follower = { lastVersion: 0, onRecord };
    shared.followers.add(follower);
    return {
      refresh: () => shared.refresh(),
      stop: () => {
        shared.followers.delete(follower);
        if (shared.followers.size > 0 || byId.get(id) !== shared) return;
        byId.delete(id);
        shared.stop();
      },
    };
  };
}

interface Follower {
  lastVersion: number;
  readonly onRecord: OnRecord;
}

/** How many followers are notified before the event loop continues. */
const notifiedPerTurn = 50;

/** The delay before a failed read is repeated. */
const retryDelayMs = 1_000;

/** Reads a task for all its followers, after each change and each `refresh`, one read at a time. */
class SharedObservation {
  readonly followers = new Set<Follower>();
  readonly #id: string;
  readonly #store: TaskStore;
  readonly #report: Report;
  readonly #unwatch: () => void;
  #isReading = false;
  #isOutdated = false;
  #isStopped = false;
  #stopRetry: (() => void) | undefined;

  constructor(id: string, store: TaskStore, report: Report) {
    this.#id = id;
    this.#store = store;
    this.#report = report;
    this.#unwatch = this.#watch();
  }

  refresh(): void {
    this.#isOutdated = true;
    if (!this.#isReading && !this.#isStopped) void this.#readUntilCurrent();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopRetry?.();
    this.#unwatch();
  }

  /** A failed `watch` is only reported: the work continues, and keeps its result. */
  #watch(): () => void {
    try {
      return this.#store.watch(this.#id, () => this.refresh());
    } catch (error) {
      this.#report(error, this.#id);
      return () => undefined;
    }
  }

  async #readUntilCurrent(): Promise<void> {
    this.#isReading = true;
    do {
      this.#isOutdated = false;
      this.#stopRetry?.();
      try {
        await this.#readForFollowers();
      } catch (error) {
        this.#report(error, this.#id);
        // The store announces each change once, so without another read a cancellation would be missed.
        if (!this.#isStopped) this.#stopRetry = startTimer(retryDelayMs, () => this.refresh());
      }
    } while (this.#isOutdated && !this.#isStopped);
    this.#isReading = false;
  }

  async #readForFollowers(): Promise<void> {
    // Excludes followers that come during the read, because its record may be older than the run that they follow.
    const waiting = [...this.followers];
    const record = await this.#store.read(this.#id);
    // A deleted record is newer than all others.
    const version = record?.version ?? Number.POSITIVE_INFINITY;
    let notified = 0;
    for (const follower of waiting) {
      if (!this.followers.has(follower) || version <= follower.lastVersion) continue;
      follower.lastVersion = version;
      try {
        follower.onRecord(record);
      } catch (error) {
        this.#report(error, this.#id);
      }
      notified += 1;
      if (notified % notifiedPerTurn === 0) await nextLoopTurn();
    }
  }
}

function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
