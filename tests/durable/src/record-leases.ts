import process from 'node:process';
import type { TaskStore } from '@toolwire/tasks';
import { type HistoryEvent, hostTime } from './history-event.ts';

/**
 * Records the leases that a process gets. No other run may start before a lease expires, even on a slow machine or after a pause. A lease
 * expires at the earliest `leaseMs` after it was requested.
 */
export function recordLeases(store: TaskStore, leaseMs: number, record: (event: HistoryEvent) => void): TaskStore {
  const { pid } = process;
  return {
    create: (task) => store.create(task),
    read: (id) => store.read(id),
    list: (owner, page) => store.list(owner, page),
    remove: (id) => store.remove(id),
    watch: (id, listener) => store.watch(id, listener),
    all: (page) => store.all(page),
    unfinished: (page) => store.unfinished(page),
    release: (id, fence) => store.release(id, fence),
    claim: async (id, turn, forMs) => {
      const until = hostTime() + leaseMs;
      const claim = await store.claim(id, turn, forMs);
      if (claim.kind === 'claimed') {
        record({ type: 'leased', taskId: id, attempt: claim.record.fence ?? 0, pid, until });
      }
      return claim;
    },
    renew: async (id, fence, forMs) => {
      const until = hostTime() + leaseMs;
      const isStored = await store.renew(id, fence, forMs);
      if (isStored) record({ type: 'leased', taskId: id, attempt: fence, pid, until });
      return isStored;
    },
    replace: async (task) => {
      const isStored = await store.replace(task);
      const { id, status, fence = 0 } = task;
      if (isStored && status !== 'working') record({ type: 'settled', taskId: id, attempt: fence });
      return isStored;
    },
  };
}
