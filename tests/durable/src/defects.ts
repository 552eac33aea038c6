import { setTimeout as wait } from 'node:timers/promises';
import type { Claim, TaskEngine, TaskRecord, TaskStore } from '@toolwire/tasks';

/** What is planted to see whether a history tells of it. */
export type Defect = 'no fence' | 'no lease check' | 'early acknowledge' | 'lost sweep' | 'double enqueue';

/** A store with a defect. */
export function withDefect(store: TaskStore, defect: Defect | undefined): TaskStore {
  const same: TaskStore = {
    create: (record) => store.create(record),
    read: (id) => store.read(id),
    replace: (record) => store.replace(record),
    list: (owner, page) => store.list(owner, page),
    remove: (id) => store.remove(id),
    watch: (id, listener) => store.watch(id, listener),
    claim: (...one) => store.claim(...one),
    renew: (...one) => store.renew(...one),
    release: (...one) => store.release(...one),
    all: (page) => store.all(page),
    unfinished: (page) => store.unfinished(page),
  };
  switch (defect) {
    case 'no fence':
      return { ...same, ...withoutFence(store) };
    case 'no lease check':
      return { ...same, claim: (...one) => claimFromAnybody(store, ...one) };
    case 'early acknowledge':
      return {
        ...same,
        create: (record) => {
          void wait(300).then(async () => store.create(record));
          return true;
        },
      };
    case 'lost sweep':
      return { ...same, unfinished: () => ({ records: [] }) };
    case 'double enqueue':
      return {
        ...same,
        create: async (record) => (await store.create({ ...record, id: crypto.randomUUID() })) && store.create(record),
      };
    case undefined:
      return same;
  }
}

/** An engine that loses every fifth turn, as it may: a sweep finds them. */
export function forgetful(engine: TaskEngine): TaskEngine {
  let turns = 0;
  return {
    ready: () => engine.ready(),
    enqueue: async (turn, options) => {
      turns += 1;
      if (turns % 5 !== 0) await engine.enqueue(turn, options);
    },
    work: (run) => engine.work(run),
  };
}

/** All who claim a task have the same fence. */
function withoutFence(store: TaskStore): Partial<TaskStore> {
  const fenceOf = async (id: string): Promise<number> => (await store.read(id))?.fence ?? 0;
  const seen = (record: TaskRecord): TaskRecord => (record.fence === undefined ? record : { ...record, fence: 1 });
  return {
    read: async (id) => {
      const record = await store.read(id);
      return record && seen(record);
    },
    replace: async (record) => {
      const fence = await fenceOf(record.id);
      return store.replace(fence > 0 ? { ...record, fence } : record);
    },
    claim: async (...one) => {
      const claim = await store.claim(...one);
      return claim.kind === 'claimed' ? { ...claim, record: seen(claim.record) } : claim;
    },
    renew: async (id, _fence, leaseMs) => store.renew(id, await fenceOf(id), leaseMs),
    release: async (id) => store.release(id, await fenceOf(id)),
  };
}

async function claimFromAnybody(store: TaskStore, ...one: Parameters<TaskStore['claim']>): Promise<Claim> {
  const claim = await store.claim(...one);
  if (claim.kind !== 'held') return claim;
  const [id] = one;
  await store.release(id, (await store.read(id))?.fence ?? 0);
  return store.claim(...one);
}
