import { fenceOf } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { fenced, type Transition } from '../record/transitions.ts';
import type { TaskStore } from '../store/task-store.ts';

/** Reads and changes the records of a store. */
export interface TaskLedger {
  readonly store: TaskStore;
  /** Returns the record if it belongs to this owner. */
  readOwned(id: string, owner: string | undefined): Promise<TaskRecord | undefined>;
  /** Returns the record after the change, or unchanged; `undefined` if it does not exist. With `seen`, rereads only after a conflict. */
  update(id: string, change: Transition, seen?: TaskRecord): Promise<TaskRecord | undefined>;
}

/** Each failed attempt means another change succeeded, so this many in a row indicate a broken store. */
const maxAttempts = 100;

export function createTaskLedger(store: TaskStore): TaskLedger {
  return {
    store,
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
