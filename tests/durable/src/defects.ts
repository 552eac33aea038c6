import { setTimeout as wait } from 'node:timers/promises';
import type { Claim, TaskEngine, TaskRecord, TaskStore } from '@toolwire/tasks';

/** A planted defect, which the check of a history must find. */
export type Defect = 'no fence' | 'no lease check' | 'early acknowledge' | 'lost sweep' | 'double enqueue';

/** Adds a defect to a store. */
export function withDefect(store: TaskStore, defect: Defect | undefined): TaskStore {
  const same: TaskStore = {
    create: (record) => store.create(record),
    read: (id) => store.read(id),
    replace: (record) => store.replace(record),
    list: (owner, page) => store.list(owner, page),
    remove: (id) => store.remove(id),
    watch: (id, listener) => store.watch(id, listener),
    claim: (...args) => store.claim(...args),
    renew: (...args) => store.renew(...args),
    release: (...args) => store.release(...args),
    all: (page) => store.all(page),
    unfinished: (page) => store.unfinished(page),
  };
  switch (defect) {
    case 'no fence':
      return { ...same, ...withoutFence(store) };
    case 'no lease check':
      return { ...same, claim: (...args) => claimWithoutLeaseCheck(store, ...args) };
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

/** Drops every fifth turn of an engine. Engines may lose turns, and a sweep finds the calls. */
export function dropEveryFifthTurn(engine: TaskEngine): TaskEngine {
  let turns = 0;
  return {
    ready: () => engine.ready(),
    enqueue: async (turn) => {
      turns += 1;
      if (turns % 5 !== 0) await engine.enqueue(turn);
    },
    work: (run) => engine.work(run),
  };
}

/** Gives every claim of a task the same fence. */
function withoutFence(store: TaskStore): Partial<TaskStore> {
  const fenceOf = async (id: string): Promise<number> => (await store.read(id))?.fence ?? 0;
  const withFixedFence = (record: TaskRecord): TaskRecord =>
    record.fence === undefined ? record : { ...record, fence: 1 };
  return {
    read: async (id) => {
      const record = await store.read(id);
      return record && withFixedFence(record);
    },
    replace: async (record) => {
      const fence = await fenceOf(record.id);
      return store.replace(fence > 0 ? { ...record, fence } : record);
    },
    claim: async (...args) => {
      const claim = await store.claim(...args);
      return claim.kind === 'claimed' ? { ...claim, record: withFixedFence(claim.record) } : claim;
    },
    renew: async (id, _fence, leaseMs) => store.renew(id, await fenceOf(id), leaseMs),
    release: async (id) => store.release(id, await fenceOf(id)),
  };
}

async function claimWithoutLeaseCheck(store: TaskStore, ...args: Parameters<TaskStore['claim']>): Promise<Claim> {
  const claim = await store.claim(...args);
  if (claim.kind !== 'held') return claim;
  const [id] = args;
  await store.release(id, (await store.read(id))?.fence ?? 0);
  return store.claim(...args);
}
