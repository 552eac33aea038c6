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

interface Follower {
  lastVersion: number;
  readonly onRecord: OnRecord;
}

interface SharedObservation extends Observation {
  readonly followers: Set<Follower>;
}

/** How many followers are notified before the event loop continues. */
const notifiedPerTurn = 50;

/** Observes tasks for many followers: each change is read once, and passed on in small batches. */
export function createObserver(store: TaskStore, report: Report): Observe {
  const byId = new Map<string, SharedObservation>();

  const follow = (id: string): SharedObservation => {
    const followers = new Set<Follower>();
    const readForAll = async (): Promise<void> => {
      // Excludes followers that come during the read, because its record may be older than the run that they follow.
      const waiting = [...followers];
      const record = await store.read(id);
      // A deleted record is newer than all others.
      const version = record?.version ?? Number.POSITIVE_INFINITY;
      let notified = 0;
      for (const follower of waiting) {
        if (!followers.has(follower) || version <= follower.lastVersion) continue;
        follower.lastVersion = version;
        try {
          follower.onRecord(record);
        } catch (error) {
          report(error, id);
        }
        notified += 1;
        if (notified % notifiedPerTurn === 0) await nextLoopTurn();
      }
    };
    const observation = { followers, ...observeReads(store, id, readForAll, report) };
    byId.set(id, observation);
    return observation;
  };

  return (id, onRecord) => {
    const observation = byId.get(id) ?? follow(id);
    const { followers, refresh } = observation;
    const follower = { lastVersion: 0, onRecord };
    followers.add(follower);
    return {
      refresh,
      stop: () => {
        followers.delete(follower);
        if (followers.size > 0 || byId.get(id) !== observation) return;
        byId.delete(id);
        observation.stop();
      },
    };
  };
}

function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}

/** The delay before a failed read is repeated. */
const retryDelayMs = 1_000;

/** Reads a task after each change and each `refresh`, one read at a time. */
function observeReads(store: TaskStore, id: string, read: () => Promise<void>, report: Report): Observation {
  let isReading = false;
  let isOutdated = false;
  let isStopped = false;
  let stopRetry: (() => void) | undefined;

  const readOnce = async (): Promise<void> => {
    stopRetry?.();
    try {
      await read();
    } catch (error) {
      report(error, id);
      // The store announces each change once, so without another read a cancellation would be missed.
      if (!isStopped) stopRetry = startTimer(retryDelayMs, refresh);
    }
  };
  const readAll = async (): Promise<void> => {
    isReading = true;
    do {
      isOutdated = false;
      await readOnce();
    } while (isOutdated && !isStopped);
    isReading = false;
  };
  const refresh = (): void => {
    isOutdated = true;
    if (!isReading && !isStopped) void readAll();
  };

  const unwatch = watch(store, id, refresh, report);
  return {
    refresh,
    stop: () => {
      isStopped = true;
      stopRetry?.();
      unwatch();
    },
  };
}

/** A failed `watch` is only reported: the work continues, and keeps its result. */
function watch(store: TaskStore, id: string, listener: () => void, report: Report): () => void {
  try {
    return store.watch(id, listener);
  } catch (error) {
    report(error, id);
    return () => undefined;
  }
}
