import { fenceOf } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { fenced, type Transition } from '../record/transitions.ts';
import { isDatabaseFull, isStoreFull, type StoreFullError } from '../store/store-full-error.ts';
import type { TaskStore } from '../store/task-store.ts';
import type { Report } from './report.ts';

/** Creates, reads and changes the records of a store. */
export interface TaskLedger {
  readonly store: TaskStore;
  /** Stores a new task. Resolves to a refusal if the store is full. */
  create(record: TaskRecord): Promise<StoreFull | undefined>;
  /** Returns the record if it belongs to this owner. */
  readOwned(id: string, owner: string | undefined): Promise<TaskRecord | undefined>;
  /** Returns the record after the change, or unchanged; `undefined` if it does not exist. With `seen`, rereads only after a conflict. */
  update(id: string, change: Transition, seen?: TaskRecord): Promise<TaskRecord | undefined>;
}

/** Each failed attempt means another change succeeded, so this many in a row indicate a broken store. */
const maxAttempts = 100;

/** `report` receives an error if the database is full, which the caller does not learn. */
export function createTaskLedger(store: TaskStore, report: Report): TaskLedger {
  return {
    store,
    create: async (record) => {
      try {
        return (await store.create(record)) ? undefined : await storeFull(record, store, report);
      } catch (error) {
        if (isStoreFull(error)) return storeFull(record, store, report, error);
        throw error;
      }
    },
    readOwned: async (id, owner) => {
      const record = await store.read(id);
      // A task of another owner looks like one that does not exist (MCP-TASK-10).
      return record?.owner === (owner ?? null) ? record : undefined;
    },
    update: async (id, change, seen) => {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const record = (attempt === 0 ? seen : undefined) ?? (await store.read(id));
        if (record === undefined) return undefined;
        const changed = change(record, Date.now());
        if (changed === undefined) return record;
        if (await store.replace(changed)) return changed;
      }
      throw new Error(`The store refused ${maxAttempts} changes to a task in a row.`);
    },
  };
}

/** A ledger that changes a task only while its claim holds (TASK-03). It rereads the record only after another change. */
export function fencedLedger(ledger: TaskLedger, claimed: TaskRecord): TaskLedger {
  const fence = fenceOf(claimed);
  let latest: TaskRecord | undefined = claimed;
  return {
    ...ledger,
    update: async (id, change) => {
      const seen = latest;
      // Unknown until the update returns.
      latest = undefined;
      latest = await ledger.update(id, fenced(fence, change), seen);
      return latest;
    },
  };
}

/** The refusal of a start because the store is full. */
export interface StoreFull {
  readonly started: false;
  readonly reason: 'full';
  /** When there may be space again, if known. */
  readonly retryAfterMs?: number;
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
