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

/** Hands on what the store has of a task each time it changes, newer states only; `undefined` says that it is gone, and comes last. */
export function observe(
  store: TaskStore,
  id: string,
  see: (record: TaskRecord | undefined) => void,
  report: Report,
): Observation {
  let seen = 0;
  let reading = false;
  let missed = false;
  let stopped = false;

  const readOnce = async (): Promise<void> => {
    try {
      const record = await store.read(id);
      const version = record?.version ?? Number.POSITIVE_INFINITY;
      if (stopped || version <= seen) return;
      seen = version;
      see(record);
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
