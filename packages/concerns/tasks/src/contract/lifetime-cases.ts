import { newRecord, same, type TaskStoreCase, unique, until } from './task-store-case.ts';

/** Cases about the TTL and change notifications. */
export const lifetimeCases: readonly TaskStoreCase[] = [
  {
    title: 'deletes a task at its TTL, however often it changes',
    run: async ({ store, pass }) => {
      const owner = unique('owner');
      const record = { ...newRecord(owner), ttlMs: 1_000 };
      const longer = { ...newRecord(owner), ttlMs: 60_000 };
      await store.create(record);
      await store.create(longer);
      await pass(500);
      await store.replace({ ...record, version: 2 });
      same((await store.read(record.id))?.version, 2, 'the version after half of its time is');
      await pass(600);
      same(await store.read(record.id), undefined, 'read answered');
      same(await store.replace({ ...record, version: 3 }), false, 'replace answered');
      same((await store.list(owner, { limit: 10 }))?.records, [longer], 'list answered');
    },
  },
  {
    title: 'removes a task, and ignores a missing one',
    run: async ({ store }) => {
      const owner = unique('owner');
      const record = newRecord(owner);
      await store.create(record);
      await store.remove(record.id);
      await store.remove(record.id);
      same(await store.read(record.id), undefined, 'read answered');
      same((await store.list(owner, { limit: 10 }))?.records, [], 'list answered');
      same(await store.replace({ ...record, version: 2 }), false, 'replace answered');
    },
  },
  {
    title: 'notifies a watcher of changes and removal until it stops',
    run: async ({ store }) => {
      const [record, other] = [newRecord(), newRecord()];
      await store.create(record);
      await store.create(other);
      const called = { first: 0, second: 0 };
      const first = (): void => void (called.first += 1);
      const stops = [store.watch(record.id, first), store.watch(record.id, () => void (called.second += 1))];
      await until(async () => {
        const { version = 0 } = (await store.read(record.id)) ?? {};
        await store.replace({ ...record, version: version + 1 });
        return called.first > 0 && called.second > 0;
      }, 'A change was not told to both who watch.');
      stops[1]?.();
      const before = { ...called };
      await store.replace({ ...other, version: 2 });
      await store.remove(record.id);
      await until(() => called.first > before.first, 'A removal was not told.');
      same(called.second, before.second, 'the calls after the end of watching are');
      stops[0]?.();
      stops[0]?.();
    },
  },
];
