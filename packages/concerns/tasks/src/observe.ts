import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

/** Hears of failures nobody waits for, for a log. */
export type Report = (error: unknown, taskId: string) => void;

/** Follows one task. */
export interface Observation {
  /** Looks now, whether or not anything has changed. */
  readonly look: () => void;
  readonly stop: () => void;
}

/** Sees what the store has of a task; `undefined` says that it is gone, and comes last. */
export type See = (record: TaskRecord | undefined) => void;

/** Hands on what the store has of a task each time it changes, newer states only. */
export function observe(store: TaskStore, id: string, see: See, report: Report): Observation {
  let seen = 0;
  const seeNewer: See = (record) => {
    const version = versionOf(record);
    if (version <= seen) return;
    seen = version;
    see(record);
  };
  return observeReads(store, id, seeNewer, report);
}

/** What grows with each change of a task; its end comes after all others. */
export function versionOf(record: TaskRecord | undefined): number {
  return record?.version ?? Number.POSITIVE_INFINITY;
}

/** Hands on each read of a task, one after the other: when it has changed, and when it is told to look. */
export function observeReads(
  store: TaskStore,
  id: string,
  see: (record: TaskRecord | undefined) => void | Promise<void>,
  report: Report,
): Observation {
  let reading = false;
  let missed = false;
  let stopped = false;

  const readOnce = async (): Promise<void> => {
    try {
      const record = await store.read(id);
      if (!stopped) await see(record);
    } catch (error) {
      report(error, id);
    }
  };
  const readAll = async (): Promise<void> => {
    reading = true;
    do {
      missed = false;
      await readOnce();
    } while (missed && !stopped);
    reading = false;
  };
  const look = (): void => {
    missed = true;
    if (!reading && !stopped) void readAll();
  };

  const unwatch = watch(store, id, look, report);
  return {
    look,
    stop: () => {
      stopped = true;
      unwatch();
    },
  };
}

/** Work goes on though its task cannot be followed: that is no reason to lose its result. */
function watch(store: TaskStore, id: string, listener: () => void, report: Report): () => void {
  try {
    return store.watch(id, listener);
  } catch (error) {
    report(error, id);
    return () => undefined;
  }
}
