import { describe, expect, it } from 'vitest';
import { taskStoreContract } from '../src/contract.ts';
import {
  type Claim,
  createMemoryTaskStore,
  type TaskRecord,
  type TaskRecordPage,
  type TaskStore,
} from '../src/index.ts';
import { advancingClock, endWaitInVain } from './helpers.ts';

/** Defects of a store, each with the case that must fail. */
const sabotages: readonly (readonly [title: string, sabotage: (store: TaskStore) => Partial<TaskStore>])[] = [
  ['reads a task right', () => ({ read: () => undefined })],
  ['creates one task per ID', (store) => ({ create: (record) => forced(store, record) })],
  ['stores any JSON value', keptByReference],
  ['stores the call with its client', (store) => ({ create: (record) => store.create(withoutClient(record)) })],
  ['stores keys such as', (store) => ({ create: (record) => store.create(plain(record)) })],
  ['replaces a record only', (store) => ({ replace: (record) => forced(store, record) })],
  ['accepts one of many', (store) => ({ replace: async (record) => checkedTooEarly(store, record) })],
  [
    'lists the tasks of one owner',
    (store) => ({ list: (owner, page) => store.list(owner, { ...page, cursor: undefined }) }),
  ],
  ['continues a listing', (store) => ({ list: (owner, page) => byPosition(store, owner, page.cursor, page.limit) })],
  [
    'returns undefined for an invalid cursor',
    (store) => ({ list: async (owner, page) => (await store.list(owner, page)) ?? { records: [] } }),
  ],
  ['separates tasks without', (store) => ({ list: (owner, page) => store.list(owner || null, page) })],
  ['lists the tasks of all owners', () => ({ all: () => ({ records: [] }) })],
  ['deletes a task at its TTL', (store) => ({ create: (record) => store.create({ ...record, ttlMs: 10_000_000 }) })],
  ['removes a task', () => ({ remove: () => undefined })],
  ['notifies a watcher', () => ({ watch: () => () => undefined })],
  [
    'calls a watcher after',
    (store) => ({
      watch: (id, listener) => store.watch(id, () => void (store.read(id) !== undefined && listener())),
    }),
  ],
  ['grants a turn to one', () => ({ claim: claimedByAll })],
  ['refuses claims', () => ({ claim: claimedByAll })],
  [
    'grants a task with an expired lease',
    (store) => ({ claim: async (...one) => neverLost(await store.claim(...one)) }),
  ],
  ['ends the lease of a task', (store) => ({ claim: async (...one) => alwaysLost(await store.claim(...one)) })],
  ['rejects changes with an outdated', (store) => ({ replace: (record) => store.replace({ ...record, fence: 2 }) })],
  ['renews a lease', () => ({ renew: () => true })],
  ['releases a task', () => ({ release: () => undefined })],
  ['never exceeds a limit', ignoresLimits],
  ['frees a slot', ignoresLimits],
  ['reserves a slot', ignoresLimits],
  ['renews an expired lease only', (store) => ({ renew: (id, fence, leaseMs) => store.renew(id, fence, leaseMs) })],
  ['does not block the second limit', ignoresLimits],
  ['lists tasks that wait', () => ({ unfinished: () => ({ records: [] }) })],
];

describe('taskStoreContract', () => {
  it.each(sabotages)('notices that a store never %s', async (title, sabotage) => {
    const found = taskStoreContract.find((one) => one.title.startsWith(title));
    const pass = advancingClock();
    endWaitInVain(pass);
    const store = createMemoryTaskStore();
    const methods: TaskStore = {
      create: (record) => store.create(record),
      read: (id) => store.read(id),
      replace: (record) => store.replace(record),
      list: (owner, page) => store.list(owner, page),
      remove: (id) => store.remove(id),
      claim: (...one) => store.claim(...one),
      renew: (...one) => store.renew(...one),
      release: (id, fence) => store.release(id, fence),
      all: (page) => store.all(page),
      unfinished: (page) => store.unfinished(page),
      watch: (id, listener) => store.watch(id, listener),
    };
    const subject = { store: { ...methods, ...sabotage(store) }, pass };

    await expect(found?.run(subject)).rejects.toThrow(/expected |repeats its cursor/);
  });

  it('has a defect for every case', () => {
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

/** A store that ignores concurrency limits. */
function ignoresLimits(store: TaskStore): Partial<TaskStore> {
  return { claim: (id, turn, leaseMs) => store.claim(id, turn, leaseMs) };
}

/** A record as a store with a column for each known field keeps it. */
function withoutClient({ call, ...record }: TaskRecord): TaskRecord {
  if (call === undefined) return record;
  const { client: _client, sessionId: _sessionId, ...known } = call;
  return { ...record, call: known };
}

/** A careless copy of a record. */
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
