import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';
import type { Transition } from './transitions.ts';

/** The records of a store, to their owners, changed one step at a time. */
export interface TaskLedger {
  readonly store: TaskStore;
  /** The record, if it is this owner's. */
  read(id: string, owner: string | undefined): Promise<TaskRecord | undefined>;
  /** The record after the change, or as it is where nothing changes; `undefined` if it is gone. Begins with what was seen of it, if that is given, and reads it only where it has changed since. */
  update(id: string, change: Transition, seen?: TaskRecord): Promise<TaskRecord | undefined>;
}

/** Each attempt but the last was overtaken by a change that did happen, so this many in a row are a sign of a broken store. */
const mostAttempts = 100;

/** Makes the ledger of a store. */
export function createTaskLedger(store: TaskStore, now: () => number): TaskLedger {
  return {
    store,
    read: async (id, owner) => {
      const record = await store.read(id);
      // MCP-TASK-10: somebody else's is answered like one that never was.
      return record?.owner === (owner ?? null) ? record : undefined;
    },
    update: async (id, change, seen) => {
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const record = (attempt === 0 ? seen : undefined) ?? (await store.read(id));
        if (record === undefined) return undefined;
        const changed = change(record, now());
        if (changed === undefined) return record;
        if (await store.replace(changed)) return changed;
      }
      throw new Error(`The store refused ${mostAttempts} changes to a task in a row.`);
    },
  };
}
