import { StoreFullError } from '@toolwire/tasks';
import { taskStoreContract } from '@toolwire/tasks/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anyDriver, drivers } from './drivers.ts';
import { newFile } from './task-folder.ts';
import { call, newRecord, openAtTimes, openTasks, withResult } from './test-store.ts';

const day = { ttlMs: 86_400_000 };

describe.each(drivers)('the store of createSqliteTasks, on $name', ({ open }) => {
  it.each(taskStoreContract)('$title', async ({ run }) => {
    const { store, times } = openAtTimes(newFile(), open);
    const pass = (ms: number): void => {
      times.wall += ms;
      times.steady += ms;
    };
    await run({ store, pass });
  });

  it('keeps stored tasks when it is opened again', async () => {
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

  it('shares tasks and changes with other processes', async () => {
    const path = newFile();
    const [here, there] = [openTasks(path, { open }), openTasks(path, { open })];
    const record = newRecord({ call });
    expect(await here.store.create(record)).toBe(true);
    expect(await there.store.read(record.id)).toStrictEqual(record);
    const listener = vi.fn<() => void>();
    const stop = here.store.watch(record.id, listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    listener.mockClear();
    expect(await there.store.replace({ ...record, version: 2 })).toBe(true);
    expect(await here.store.replace({ ...record, version: 2 })).toBe(false);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    listener.mockClear();
    await there.store.remove(record.id);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    stop();
  });

  it('notices changes by other processes after a failed poll', async () => {
    const path = newFile();
    let failures = 0;
    const failOnce = vi.fn<() => void>(() => {
      failures -= 1;
      if (failures === 0) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    });
    const here = openTasks(path, {
      open: (file) => {
        const database = open(file);
        return {
          exec: (sql) => database.exec(sql),
          close: () => database.close(),
          prepare: (sql) => {
            const statement = database.prepare(sql);
            if (!sql.startsWith('SELECT version FROM tasks')) return statement;
            return {
              run: (...values) => statement.run(...values),
              all: (...values) => {
                failOnce();
                return statement.all(...values);
              },
            };
          },
        };
      },
    });
    const there = openTasks(path, { open });
    const record = newRecord({ call });
    await here.store.create(record);
    const listener = vi.fn<() => void>();
    const stop = here.store.watch(record.id, listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    listener.mockClear();
    failures = 1;
    await there.store.replace({ ...record, version: 2 });
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    expect(failures).toBeLessThanOrEqual(0);
    stop();
  });

  it('distinguishes owners and IDs by every character', async () => {
    const { store } = openTasks(newFile(), { open });
    const [plain, cut] = [newRecord({ owner: 'ada' }), newRecord({ owner: 'ada\u0000grace' })];
    await store.create(plain);
    await store.create(cut);
    expect((await store.list('ada', { limit: 10 }))?.records).toStrictEqual([plain]);
    expect((await store.list('ada\u0000grace', { limit: 10 }))?.records).toStrictEqual([cut]);
    expect(await store.read(`${plain.id}\u0000`)).toBeUndefined();
  });
});

describe('the capacity of a file', () => {
  it('limits the tasks, and frees room when tasks expire', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      // Room for 12 tasks in total.
      const { store } = openTasks(newFile(), { maxBytes: 128_849, maxTasksPerOwner: 2 });
      expect(await store.create(newRecord({ ttlMs: 1_000 }))).toBe(true);
      expect(await store.create(newRecord())).toBe(true);
      expect(await store.create(newRecord())).toBe(false);
      for (let n = 0; n < 10; n += 1) expect(await store.create(newRecord({ owner: `owner ${n}` }))).toBe(true);
      expect(await store.create(newRecord({ owner: null }))).toBe(false);
      vi.setSystemTime(Date.now() + 1_000);
      expect(await store.create(newRecord({ owner: null }))).toBe(true);
      expect(await store.create(newRecord({ owner: null }))).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('limits all anonymous callers together to their share of tasks and bytes', async () => {
    // The first size has room for 40 small tasks, the second for 40 tasks of about 20 400 bytes.
    for (const [maxBytes, length] of [
      [429_496, 0],
      [815_040, 20_000],
    ] as const) {
      const { store } = openTasks(newFile(), { maxBytes });
      const anonymous = { owner: null, share: 0.25, saved: 'x'.repeat(length) };
      const kept = await Promise.all(Array.from({ length: 1_000 }, async () => store.create(newRecord(anonymous))));
      expect(kept.filter(Boolean)).toHaveLength(10);
      const task = newRecord();
      expect(await store.create(task)).toBe(true);
      expect(await store.replace({ ...task, version: 2, result: 'x'.repeat(4_000) })).toBe(true);
    }
  });

  it('replaces the oldest ended task of an owner at its limit, and returns when that is possible', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = openTasks(newFile(), { maxTasksPerOwner: 3 }).store;
    const [first, second, running] = [newRecord(day), newRecord(day), newRecord(day)];
    for (const task of [running, first, second]) expect(await store.create(task)).toBe(true);
    for (const task of [first, second]) {
      expect(await store.replace({ ...task, version: 2, status: 'completed', result: 1 })).toBe(true);
    }
    expect(await store.create(newRecord())).toBe(false);
    const roomInMs = await store.roomInMs?.(first.owner);
    expect(roomInMs).toBeGreaterThan(0);
    expect(roomInMs).toBeLessThanOrEqual(3_600_000);
    vi.setSystemTime(Date.now() + 3_600_100);
    expect(await store.create(newRecord())).toBe(true);
    expect(await store.read(running.id)).toStrictEqual(running);
    // A task that has just ended is stored for that long.
    expect(await store.replace({ ...running, version: 2, status: 'failed', error: 1 })).toBe(true);
    for (let n = 0; n < 10; n += 1) await store.create(newRecord());
    expect(await store.read(running.id)).toMatchObject({ status: 'failed' });
    expect(await store.read(first.id)).toBeUndefined();
  });

  it('rejects a change to an ended task that was deleted to make room for it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store } = openTasks(newFile(), { maxBytes: 80_000 });
    const task = newRecord(day);
    await store.create(task);
    await store.create(newRecord({ ...day, saved: 'x'.repeat(12_000) }));
    await store.replace({ ...task, version: 2, status: 'failed', error: 1 });
    vi.setSystemTime(Date.now() + 3_600_100);
    expect(await store.replace({ ...task, version: 3, saved: 'x'.repeat(9_000) })).toBe(false);
    expect(await store.read(task.id)).toBeUndefined();
  });

  it('stores a result while more tasks are stored than the limit allows', async () => {
    const path = newFile();
    const { store } = openTasks(path);
    const record = newRecord();
    for (const stored of [record, newRecord(), newRecord()]) await store.create(stored);
    const { store: smaller } = openTasks(path, { maxTasksPerOwner: 2 });
    expect(await smaller.replace(withResult(record, 12_000))).toBe(true);
  });

  it('limits the bytes of one owner, independently of other owners', async () => {
    const { store } = openTasks(newFile(), { maxBytes: 80_000 });
    const [first, second, ofAnother] = [newRecord(), newRecord(), newRecord({ owner: 'grace' })];
    for (const record of [first, second, ofAnother]) await store.create(record);
    expect(await store.replace(withResult(first, 12_000))).toBe(true);
    await expect(store.replace(withResult(second, 12_000))).rejects.toThrow(StoreFullError);
    expect(await store.read(second.id)).toStrictEqual(second);
    expect(await store.create(newRecord())).toBe(false);
    expect(await store.replace(withResult(ofAnother, 12_000))).toBe(true);
    await store.remove(first.id);
    expect(await store.replace(withResult(second, 12_000))).toBe(true);
  });

  it('limits the bytes in total', async () => {
    const { store } = openTasks(newFile(), { maxBytes: 20_000 });
    const [first, second] = [newRecord({ owner: null }), newRecord({ owner: null })];
    for (const record of [first, second]) await store.create(record);
    await store.replace(withResult(first, 12_000));
    await expect(store.replace(withResult(second, 12_000))).rejects.toThrow(StoreFullError);
    await store.remove(first.id);
    expect(await store.replace(withResult(second, 12_000))).toBe(true);
  });

  // FAULT-23.
  it('is limited by the disk: new tasks are rejected, stored tasks stay, and it recovers', async () => {
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
    await expect(small.store.replace(withResult(kept, 1_000_000))).rejects.toThrow(StoreFullError);
    const full = { name: 'StoreFullError', cause: { message: expect.stringContaining('full') as string } };
    await expect(small.store.create(newRecord({ result: 'x'.repeat(1_000_000) }))).rejects.toMatchObject(full);
    expect(await small.store.read(kept.id)).toStrictEqual(kept);
    // A task that arrives together with a rejected one is stored nevertheless.
    const [large, little] = [newRecord({ result: 'x'.repeat(1_000_000) }), newRecord()];
    const created = await Promise.allSettled([small.store.create(large), small.store.create(little)]);
    expect(created).toMatchObject([{ status: 'rejected' }, { value: true }]);
    await small.close();
    const { store } = openTasks(path);
    expect(await store.replace(withResult(kept, 1_000_000))).toBe(true);
    expect(await store.read(little.id)).toStrictEqual(little);
  });
});

describe('leases', () => {
  it('FAULT-12: end by the steady clock, whatever the wall clock is', async () => {
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

  it('outlast a restart of the machine by no more than their duration', async () => {
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
