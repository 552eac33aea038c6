import type { Claim } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { TaskRecordPage, TaskStore } from '../store/task-store.ts';

/**
 * A store with slowed time, for slow machines: `slowness` real milliseconds count as one. Multiply the milliseconds to pass by it.
 * It has no optional methods, because no case of the contract calls one.
 */
export function slowedStore(store: TaskStore, slowness: number): TaskStore {
  const inside = (record: TaskRecord): TaskRecord => ({ ...record, ttlMs: record.ttlMs * slowness });
  const outside = (record: TaskRecord): TaskRecord => ({ ...record, ttlMs: record.ttlMs / slowness });
  const pageOutside = (page: TaskRecordPage | undefined): TaskRecordPage | undefined =>
    page && { ...page, records: page.records.map(outside) };
  const claimOutside = (claim: Claim): Claim => {
    if (claim.kind === 'claimed') return { ...claim, record: outside(claim.record) };
    return claim.kind === 'over' ? claim : { ...claim, forMs: claim.forMs / slowness };
  };
  return {
    create: (record) => store.create(inside(record)),
    replace: (record) => store.replace(inside(record)),
    read: async (id) => {
      const record = await store.read(id);
      return record && outside(record);
    },
    list: async (owner, request) => pageOutside(await store.list(owner, request)),
    all: async (request) => pageOutside(await store.all(request)),
    unfinished: async (request) => pageOutside(await store.unfinished(request)),
    claim: async (id, turn, leaseMs, slots) => claimOutside(await store.claim(id, turn, leaseMs * slowness, slots)),
    renew: (id, fence, leaseMs, slots) => store.renew(id, fence, leaseMs * slowness, slots),
    release: (id, fence) => store.release(id, fence),
    remove: (id) => store.remove(id),
    watch: (id, listener) => store.watch(id, listener),
  };
}
