import { assertEqual, waitUntil } from '@toolwire/internal';
import { newRecord, storeCase, type TaskStoreCase, unique } from './task-store-case.ts';

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
