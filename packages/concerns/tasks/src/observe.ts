import { startTimer } from '@toolwire/internal';
import type { Report } from './report.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

/** An observation of one task. */
export interface Observation {
  /** Reads the record now, even without a change. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

/** Receives the record of a task; `undefined`, as the last value, if it was deleted. */
export type OnRecord = (record: TaskRecord | undefined) => void;

/** Reads a task after each change, and passes on newer versions only. */
export function observe(store: TaskStore, id: string, onRecord: OnRecord, report: Report): Observation {
  let lastVersion = 0;
  const onNewer: OnRecord = (record) => {
    const version = versionOf(record);
    if (version <= lastVersion) return;
    lastVersion = version;
    onRecord(record);
  };
  return observeReads(store, id, onNewer, report);
}

/** The version of a record; a deleted one is newer than all others. */
export function versionOf(record: TaskRecord | undefined): number {
  return record?.version ?? Number.POSITIVE_INFINITY;
}

/** The delay before a failed read is repeated. */
const retryDelayMs = 1_000;

/** Reads a task after each change and each `refresh`, one read at a time. */
export function observeReads(
  store: TaskStore,
  id: string,
  onRecord: (record: TaskRecord | undefined) => void | Promise<void>,
  report: Report,
): Observation {
  let isReading = false;
  let isOutdated = false;
  let isStopped = false;
  let stopRetry: (() => void) | undefined;

  const readOnce = async (): Promise<void> => {
    stopRetry?.();
    let record: TaskRecord | undefined;
    try {
      record = await store.read(id);
    } catch (error) {
      report(error, id);
      // The store announces each change once, so without another read a cancellation would be missed.
      if (!isStopped) stopRetry = startTimer(retryDelayMs, refresh);
      return;
    }
    try {
      if (!isStopped) await onRecord(record);
    } catch (error) {
      report(error, id);
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
