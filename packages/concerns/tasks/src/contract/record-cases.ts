import { assertEqual, waitUntil } from '@toolwire/internal';
import type { TaskRecord } from '../record/task-record.ts';
import { createTask, newCall, newRecord, readTask, storeCase, type TaskStoreCase, unique } from './task-store-case.ts';

/** Cases about records and versions. */
export const recordCases: readonly TaskStoreCase[] = [
  storeCase('reads a task right after its creation, and nothing for other IDs', async ({ store }) => {
    const record = newRecord();
    assertEqual(await store.create(record), true, 'create');
    assertEqual(await store.read(record.id), record, 'read');
    assertEqual(await store.read(newRecord().id), undefined, 'read of an unknown ID');
  }),
  storeCase('creates one task per ID, even concurrently', async ({ store }) => {
    const record = newRecord();
    const copies = Array.from({ length: 10 }, (_, index) => ({ ...record, message: `copy ${index}` }));
    const results = await Promise.all(copies.map(async (copy) => store.create(copy)));
    assertEqual(results, Array(10).fill(true), 'create');
    const first = await store.read(record.id);
    await store.create({ ...record, message: 'late' });
    assertEqual(await store.read(record.id), first, 'read after another create');
    assertEqual((await store.list(record.owner, { limit: 10 }))?.records.length, 1, 'number of tasks in the listing');
  }),
  storeCase('stores any JSON value, unaffected by later mutation', async ({ store }) => {
    const result = { text: 'ä\u0000\u2028😀', list: [null, true, 1.5, { deep: {} }] };
    const before = structuredClone(result);
    const record = { ...newRecord(), owner: null, result };
    await store.create(record);
    result.list.length = 0;
    const read = await store.read(record.id);
    assertEqual(read, { ...record, result: before }, 'read');
    if (read !== undefined && !Object.isFrozen(read)) Object.assign(read, { status: 'failed' });
    assertEqual((await store.read(record.id))?.status, 'working', 'status after a mutation of the returned record');
  }),
  storeCase('stores the call with its client and session, and returns both with each claim', async ({ store }) => {
    const client = { name: 'editor', version: '2.1.0', protocolVersion: '2025-11-25' };
    const call = { ...newCall, askable: ['form', 'roots'], client, sessionId: 'session-1' };
    const { id } = await createTask(store, { call });
    assertEqual((await readTask(store, id)).call, call, 'call of the record');
    const claim = await store.claim(id, 1, 60_000);
    assertEqual(claim.kind === 'claimed' ? claim.record.call : claim.kind, call, 'call of the claim');
  }),
  storeCase('stores keys such as __proto__', async ({ store }) => {
    const record = {
      ...newRecord(),
      questions: [{ key: '__proto__', request: JSON.parse('{"__proto__":1}') as object }],
    };
    await store.create(record as TaskRecord);
    assertEqual(
      JSON.stringify((await store.read(record.id))?.questions),
      JSON.stringify(record.questions),
      'questions',
    );
  }),
  storeCase('replaces a record only by its next version', async ({ store }) => {
    const record = newRecord();
    await store.create(record);
    const second: TaskRecord = { ...record, version: 2, message: 'half done' };
    assertEqual(await store.replace({ ...record, version: 3 }), false, 'replace of version 1 by 3');
    assertEqual(await store.replace(record), false, 'replace of version 1 by 1');
    assertEqual(await store.read(record.id), record, 'record');
    assertEqual(await store.replace(second), true, 'replace of version 1 by 2');
    assertEqual(await store.read(record.id), second, 'record');
    assertEqual(await store.replace(second), false, 'replace of version 2 by 2');
    assertEqual(await store.replace({ ...newRecord(), version: 2 }), false, 'replace of a missing record');
  }),
  storeCase('accepts one of many concurrent changes', async ({ store }) => {
    const record = newRecord();
    await store.create(record);
    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => store.replace({ ...record, version: 2, message: String(index) })),
    );
    assertEqual(results.filter(Boolean).length, 1, 'number of accepted changes');
    assertEqual((await store.read(record.id))?.message, String(results.indexOf(true)), 'message');
  }),
];

/** Cases about the TTL and change notifications. */
export const lifetimeCases: readonly TaskStoreCase[] = [
  storeCase('deletes a task at its TTL, however often it changes', async ({ store, pass }) => {
    const owner = unique('owner');
    const record = { ...newRecord(owner), ttlMs: 1_000 };
    const longer = { ...newRecord(owner), ttlMs: 60_000 };
    await store.create(record);
    await store.create(longer);
    await pass(500);
    await store.replace({ ...record, version: 2 });
    assertEqual((await store.read(record.id))?.version, 2, 'version after half of the TTL');
    await pass(600);
    assertEqual(await store.read(record.id), undefined, 'read after the deletion');
    assertEqual(await store.replace({ ...record, version: 3 }), false, 'replace after the deletion');
    assertEqual((await store.list(owner, { limit: 10 }))?.records, [longer], 'list after the deletion');
  }),
  storeCase('removes a task, and ignores a missing one', async ({ store }) => {
    const owner = unique('owner');
    const record = newRecord(owner);
    await store.create(record);
    await store.remove(record.id);
    await store.remove(record.id);
    assertEqual(await store.read(record.id), undefined, 'read after the deletion');
    assertEqual((await store.list(owner, { limit: 10 }))?.records, [], 'list after the deletion');
    assertEqual(await store.replace({ ...record, version: 2 }), false, 'replace after the deletion');
  }),
  storeCase('notifies a watcher of changes and removal until it stops', async ({ store }) => {
    const [record, other] = [newRecord(), newRecord()];
    await store.create(record);
    await store.create(other);
    const notifications = { first: 0, second: 0 };
    const first = (): void => void (notifications.first += 1);
    const stops = [store.watch(record.id, first), store.watch(record.id, () => void (notifications.second += 1))];
    await waitUntil(async () => {
      const { version = 0 } = (await store.read(record.id)) ?? {};
      await store.replace({ ...record, version: version + 1 });
      return notifications.first > 0 && notifications.second > 0;
    }, 'expected both watchers to be notified of a change');
    stops[1]?.();
    const before = { ...notifications };
    await store.replace({ ...other, version: 2 });
    await store.remove(record.id);
    await waitUntil(() => notifications.first > before.first, 'expected the watcher to be notified of the removal');
    assertEqual(notifications.second, before.second, 'notifications of a stopped watcher');
    stops[0]?.();
    stops[0]?.();
  }),
  storeCase('calls a watcher after the TTL of its task', async ({ store, pass }) => {
    const record = { ...newRecord(), ttlMs: 1_000 };
    await store.create(record);
    let isNotified = false;
    const readAgain = async (): Promise<void> => {
      if ((await store.read(record.id)) === undefined) isNotified = true;
    };
    const stop = store.watch(record.id, () => void readAgain());
    // A store that polls knows the task from now on.
    await new Promise((resolve) => setTimeout(resolve, 500));
    assertEqual(isNotified, false, 'notification before the TTL');
    await pass(1_100);
    await waitUntil(() => isNotified, 'expected the watcher to be called after the TTL');
    stop();
  }),
];
