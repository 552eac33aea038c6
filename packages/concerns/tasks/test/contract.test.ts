import { describe, expect, it } from 'vitest';
import { taskStoreContract } from '../src/contract.ts';
import {
  type Claim,
  createMemoryTaskStore,
  type TaskRecord,
  type TaskRecordPage,
  type TaskStore,
} from '../src/index.ts';

/** What a store may get wrong, and the case that must notice. */
const sabotages: readonly (readonly [title: string, sabotage: (store: TaskStore) => Partial<TaskStore>])[] = [
  ['finds a task', () => ({ read: () => undefined })],
  ['keeps one task of an id', (store) => ({ create: (record) => forced(store, record) })],
  ['keeps all that JSON can say', keptByReference],
  ['keeps keys that objects have', (store) => ({ create: (record) => store.create(plain(record)) })],
  ['replaces a record by the next', (store) => ({ replace: (record) => forced(store, record) })],
  ['lets one of many changes', (store) => ({ replace: async (record) => checkedTooEarly(store, record) })],
  ["lists an owner's tasks", (store) => ({ list: (owner, page) => store.list(owner, { ...page, cursor: undefined }) })],
  ['goes on with a listing', (store) => ({ list: (owner, page) => byPosition(store, owner, page.cursor, page.limit) })],
  ['tells a cursor', (store) => ({ list: (owner, page) => store.list(owner, page) ?? { records: [] } })],
  ['keeps the tasks that nobody owns', (store) => ({ list: (owner, page) => store.list(owner || null, page) })],
  ['shows the tasks of all owners', () => ({ all: () => ({ records: [] }) })],
  ['keeps a task for its time', (store) => ({ create: (record) => store.create({ ...record, ttlMs: 10_000_000 }) })],
  ['removes a task', () => ({ remove: () => undefined })],
  ['calls back after changes', () => ({ watch: () => () => undefined })],
  ['gives a turn to one', () => ({ claim: claimedByAll })],
  ['lets nobody claim', () => ({ claim: claimedByAll })],
  ['gives a task to the next', (store) => ({ claim: async (...one) => neverLost(await store.claim(...one)) })],
  ['ends the lease of a task', (store) => ({ claim: async (...one) => alwaysLost(await store.claim(...one)) })],
  ['refuses changes by a worker', (store) => ({ replace: (record) => store.replace({ ...record, fence: 2 }) })],
  ['renews a lease', () => ({ renew: () => true })],
  ['takes a task back', () => ({ release: () => undefined })],
  ['gives out no more', noPlaces],
  ['has a place again', noPlaces],
  ['keeps a place for the oldest', noPlaces],
  ['lets a task that waits', noPlaces],
  ['names what is to be run', () => ({ unfinished: () => ({ records: [] }) })],
];

describe('taskStoreContract', () => {
  it.each(sabotages)('notices that a store never %s', async (title, sabotage) => {
    const found = taskStoreContract.find((one) => one.title.startsWith(title));
    let now = 0;
    const store = createMemoryTaskStore({ now: () => now });
    const methods: TaskStore = {
      create: (record) => store.create(record),
      read: (id) => store.read(id),
      replace: (record) => store.replace(record),
      list: (owner, page) => store.list(owner, page),
      remove: (id) => store.remove(id),
      claim: (...one) => store.claim(...one),
      renew: (id, fence, leaseMs) => store.renew(id, fence, leaseMs),
      release: (id, fence) => store.release(id, fence),
      all: (page) => store.all(page),
      unfinished: (page) => store.unfinished(page),
      watch: (id, listener) => store.watch(id, listener),
    };
    const subject = { store: { ...methods, ...sabotage(store) }, pass: (ms: number) => void (now += ms) };

    await expect(found?.run(subject)).rejects.toThrow(/ should be |was not told|come to an end/);
  });

  it('has no case that nothing could fail', () => {
    expect(taskStoreContract.filter(({ title }) => !sabotages.some(([start]) => title.startsWith(start)))).toEqual([]);
  });
});

function claimedByAll(id: string): Claim {
  const times = { createdAt: 0, updatedAt: 0, ttlMs: 1_000 };
  const record = { id, owner: null, version: 2, fence: 1, status: 'working', questions: [], ...times } as const;
  return { kind: 'claimed', record, lost: false };
}

function alwaysLost(claim: Claim): Claim {
  return claim.kind === 'claimed' ? { ...claim, lost: true } : claim;
}

function neverLost(claim: Claim): Claim {
  return claim.kind === 'claimed' ? { ...claim, lost: false } : claim;
}

function keptByReference(): Partial<TaskStore> {
  const records = new Map<string, TaskRecord>();
  return {
    create: (record) => {
      records.set(record.id, record);
      return true;
    },
    read: (id) => records.get(id),
  };
}

/** As one that knows nothing of places. */
function noPlaces(store: TaskStore): Partial<TaskStore> {
  return { claim: (id, turn, leaseMs) => store.claim(id, turn, leaseMs) };
}

/** As a careless copy of a record would be. */
function plain(record: TaskRecord): TaskRecord {
  const questions = record.questions.map(({ key, request }) => ({
    key,
    request: Object.assign({}, request) as object,
  }));
  return { ...record, questions: questions as TaskRecord['questions'] };
}

async function forced(store: TaskStore, record: TaskRecord): Promise<boolean> {
  await store.remove(record.id);
  return store.create(record);
}

async function checkedTooEarly(store: TaskStore, record: TaskRecord): Promise<boolean> {
  const current = await store.read(record.id);
  if (current?.version !== record.version - 1) return false;
  await Promise.resolve();
  return forced(store, record);
}

async function byPosition(
  store: TaskStore,
  owner: string | null,
  cursor: string | undefined,
  limit: number,
): Promise<TaskRecordPage> {
  const all = (await store.list(owner, { limit: 1_000 }))?.records ?? [];
  const start = Number(cursor ?? 0);
  const end = start + limit;
  return { records: all.slice(start, end), ...(end < all.length && { nextCursor: String(end) }) };
}
