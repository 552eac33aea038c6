import type { TaskRecord } from '../record/task-record.ts';
import { isDatabaseFull, isStoreFull, type StoreFullError } from '../store/store-full-error.ts';
import type { TaskStore } from '../store/task-store.ts';
import type { Report } from './report.ts';

/** The refusal of a start because the store is full. */
interface StoreFull {
  readonly started: false;
  readonly reason: 'full';
  /** When there may be space again, if known. */
  readonly retryAfterMs?: number;
}

/** Stores a new task. Resolves to a refusal if the store is full. */
export async function createInStore(
  record: TaskRecord,
  store: TaskStore,
  report: Report,
): Promise<StoreFull | undefined> {
  try {
    return (await store.create(record)) ? undefined : await storeFull(record, store, report);
  } catch (error) {
    if (isStoreFull(error)) return storeFull(record, store, report, error);
    throw error;
  }
}

/** The refusal of a start when the store is full, with a retry hint if the store knows one. */
export async function storeFull(
  { id, owner }: TaskRecord,
  store: TaskStore,
  report: Report,
  error?: StoreFullError,
): Promise<StoreFull> {
  if (isDatabaseFull(error)) {
    // The refusal does not mention the database. Ended tasks that expire make no room there either.
    report(error, id);
    return { started: false, reason: 'full' };
  }
  const ms = await store.roomInMs?.(owner);
  return ms === undefined
    ? { started: false, reason: 'full' }
    : { started: false, reason: 'full', retryAfterMs: Math.max(1_000, Math.ceil(ms)) };
}
