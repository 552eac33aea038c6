import process from 'node:process';
import type { TaskStore } from '@toolwire/tasks';
import { type Happening, hostTime } from './happening.ts';

/**
 * Notes what a process is told of its leases. However slow a machine is and whoever was paused: until a lease has run out, which it does no sooner than
 * so long after it was asked for, no other run may begin.
 */
export function noteLeases(store: TaskStore, leaseMs: number, note: (happening: Happening) => void): TaskStore {
  const { pid } = process;
  return {
    create: (record) => store.create(record),
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
      if (claim.kind === 'claimed') note({ what: 'leased', taskId: id, attempt: claim.record.fence ?? 0, pid, until });
      return claim;
    },
    renew: async (id, fence, forMs) => {
      const until = hostTime() + leaseMs;
      const isKept = await store.renew(id, fence, forMs);
      if (isKept) note({ what: 'leased', taskId: id, attempt: fence, pid, until });
      return isKept;
    },
    replace: async (record) => {
      const isKept = await store.replace(record);
      const { id, status, fence = 0 } = record;
      if (isKept && status !== 'working') note({ what: 'settled', taskId: id, attempt: fence });
      return isKept;
    },
  };
}
