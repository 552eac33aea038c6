import { NoRoomError } from '@toolwire/tasks';
import { taskStoreContract } from '@toolwire/tasks/contract';
import { describe, expect, it, vi } from 'vitest';
import { anyDriver, drivers } from './drivers.ts';
import { call, newRecord, openAtTimes, openTasks, withResult } from './store-of-test.ts';
import { newFile } from './task-folder.ts';

describe.each(drivers)('the store of createSqliteTasks, on $name', ({ open }) => {
  it.each(taskStoreContract)('$title', async ({ run }) => {
    const { store, times } = openAtTimes(newFile(), open);
    const pass = (ms: number): void => {
      times.wall += ms;
      times.steady += ms;
    };
    await run({ store, pass });
  });

  it('keeps what was there when it is opened again', async () => {
    const path = newFile();
    const record = newRecord({ call });
    const before = openTasks(path, { open });
    await before.store.create(record);
    await before.store.claim(record.id, 1, 60_000);
    await before.close();
    const { store } = openTasks(path, { open });
    expect(await store.read(record.id)).toStrictEqual({ ...record, version: 2, fence: 1 });
    expect(await store.claim(record.id, 1, 60_000)).toMatchObject({ kind: 'held' });
  });

  it('is one with that of every other process on the file', async () => {
    const path = newFile();
    const [here, there] = [openTasks(path, { open, pollMs: 5 }), openTasks(path, { open, pollMs: 5 })];
    const record = newRecord({ call });
    expect(await here.store.create(record)).toBe(true);
    expect(await there.store.read(record.id)).toStrictEqual(record);
    const told = vi.fn<() => void>();
    const stop = here.store.watch(record.id, told);
    await vi.waitFor(() => expect(told).toHaveBeenCalled());
    told.mockClear();
    expect(await there.store.replace({ ...record, version: 2 })).toBe(true);
    expect(await here.store.replace({ ...record, version: 2 })).toBe(false);
    await vi.waitFor(() => expect(told).toHaveBeenCalled());
    told.mockClear();
    await there.store.remove(record.id);
    await vi.waitFor(() => expect(told).toHaveBeenCalled());
    stop();
  });

  it('tells owners and ids apart by every character', async () => {
    const { store } = openTasks(newFile(), { open });
    const [plain, cut] = [newRecord({ owner: 'ada' }), newRecord({ owner: 'ada\u0000grace' })];
    await store.create(plain);
    await store.create(cut);
    expect((await store.list('ada', { limit: 10 }))?.records).toStrictEqual([plain]);
    expect((await store.list('ada\u0000grace', { limit: 10 }))?.records).toStrictEqual([cut]);
    expect(await store.read(`${plain.id}\u0000`)).toBeUndefined();
  });
});

describe('the room of a file', () => {
  it('is for so many tasks, and there is room again when some have lived their time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { store } = openTasks(newFile(), { maxTasks: 3, maxTasksPerOwner: 2 });
      expect(await store.create(newRecord({ ttlMs: 1_000 }))).toBe(true);
      expect(await store.create(newRecord())).toBe(true);
      expect(await store.create(newRecord())).toBe(false);
      expect(await store.create(newRecord({ owner: 'grace' }))).toBe(true);
      expect(await store.create(newRecord({ owner: null }))).toBe(false);
      vi.setSystemTime(Date.now() + 1_000);
      expect(await store.create(newRecord({ owner: null }))).toBe(true);
      expect(await store.create(newRecord({ owner: null }))).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is for so many bytes of one owner, and those of others have theirs all the same', async () => {
    const { store } = openTasks(newFile(), { maxBytesPerOwner: 20_000 });
    const [first, second, ofAnother] = [newRecord(), newRecord(), newRecord({ owner: 'grace' })];
    for (const record of [first, second, ofAnother]) await store.create(record);
    expect(await store.replace(withResult(first, 12_000))).toBe(true);
    await expect(store.replace(withResult(second, 12_000))).rejects.toThrow(NoRoomError);
    expect(await store.read(second.id)).toStrictEqual(second);
    expect(await store.create(newRecord())).toBe(false);
    expect(await store.replace(withResult(ofAnother, 12_000))).toBe(true);
    await store.remove(first.id);
    expect(await store.replace(withResult(second, 12_000))).toBe(true);
  });

  it('is for so many bytes of all', async () => {
    const { store } = openTasks(newFile(), { maxBytes: 20_000, maxBytesPerOwner: 20_000 });
    const [first, second] = [newRecord(), newRecord({ owner: null })];
    for (const record of [first, second]) await store.create(record);
    await store.replace(withResult(first, 12_000));
    await expect(store.replace(withResult(second, 12_000))).rejects.toThrow(NoRoomError);
    await store.remove(first.id);
    expect(await store.replace(withResult(second, 12_000))).toBe(true);
  });

  // FAULT-23.
  it('ends with the disk: nothing is begun, what was kept stays, and all is well when there is room again', async () => {
    const path = newFile();
    const small = openTasks(path, {
      open: (file) => {
        const database = anyDriver.open(file);
        database.exec('PRAGMA max_page_count = 60');
        return database;
      },
    });
    const kept = newRecord();
    expect(await small.store.create(kept)).toBe(true);
    await expect(small.store.replace(withResult(kept, 1_000_000))).rejects.toThrow(NoRoomError);
    expect(await small.store.create(newRecord({ result: 'x'.repeat(1_000_000) }))).toBe(false);
    expect(await small.store.read(kept.id)).toStrictEqual(kept);
    // One that comes together with one that has no room is kept all the same.
    const [large, little] = [newRecord({ result: 'x'.repeat(1_000_000) }), newRecord()];
    expect(await Promise.all([small.store.create(large), small.store.create(little)])).toStrictEqual([false, true]);
    await small.close();
    const { store } = openTasks(path);
    expect(await store.replace(withResult(kept, 1_000_000))).toBe(true);
    expect(await store.read(little.id)).toStrictEqual(little);
  });
});

describe('leases', () => {
  it('FAULT-12: end by a clock that nobody sets, whatever the time of day is', async () => {
    const { store, times } = openAtTimes(newFile());
    const record = newRecord({ call, ttlMs: 100 * 3_600_000 });
    await store.create(record);
    await store.claim(record.id, 1, 60_000);
    times.wall += 3_600_000;
    expect(await store.claim(record.id, 1, 60_000)).toMatchObject({ kind: 'held', forMs: 60_000 });
    times.wall -= 2 * 3_600_000;
    times.steady += 60_000;
    expect(await store.claim(record.id, 1, 60_000)).toMatchObject({ kind: 'claimed', lost: true });
  });

  it('outlast a restart of the host by no more than they were given for', async () => {
    const { store, times } = openAtTimes(newFile());
    const record = newRecord({ call });
    await store.create(record);
    await store.claim(record.id, 1, 10_000);
    // The clock begins anew.
    times.steady = 3;
    expect((await store.unfinished({ limit: 10 }))?.records).toMatchObject([{ id: record.id }]);
    expect(await store.claim(record.id, 1, 10_000)).toStrictEqual({ kind: 'held', forMs: 10_000 });
    times.steady += 10_000;
    expect(await store.claim(record.id, 1, 10_000)).toMatchObject({ kind: 'claimed', lost: true });
  });
});
