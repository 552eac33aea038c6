import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { taskStoreContract } from '../src/contract.ts';
import {
  completed,
  createMemoryTaskStore,
  createTasks,
  StoreFullError,
  stateOf,
  type TaskRecord,
  type TaskStore,
} from '../src/index.ts';
import { slowStore, stopClock, taskOf } from './helpers.ts';

const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call', retrySafe: false };

const day = 86_400_000;

function recordOf(id: string, ttlMs = 1_000, owner: string | null = null): TaskRecord {
  return { id, owner, version: 1, status: 'working', createdAt: 0, updatedAt: 0, ttlMs, questions: [] };
}

describe('createMemoryTaskStore', () => {
  describe.each([
    ['the contract of stores', (store: TaskStore) => store],
    ['the contract of stores, by one that answers later', slowStore],
  ])('%s', (_, wrap) => {
    it.each(taskStoreContract)('$title', async ({ run }) => {
      const clock = stopClock();
      await run({ store: wrap(createMemoryTaskStore()), pass: (ms) => void (clock.now += ms) });
    });
  });

  it('reads its clock once for each page of waiting tasks, because a sweep blocks the process', async () => {
    const store = createMemoryTaskStore({ maxTasksPerOwner: 10_000 });
    for (let index = 0; index < 2_000; index += 1) {
      await store.create({ ...recordOf(crypto.randomUUID(), 60_000, 'ada'), createdAt: index % 50, call });
    }
    let count = 0;
    let cursor: string | undefined;
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    let pages = 0;
    do {
      pages += 1;
      const page = await store.unfinished({ cursor, limit: 100 });
      count += page?.records.length ?? 0;
      cursor = page?.nextCursor;
    } while (cursor !== undefined);
    expect(count).toBe(2_000);
    expect(clock).toHaveBeenCalledTimes(pages);
  });

  it('limits all tasks, and has space again after their TTL', async () => {
    const clock = stopClock();
    const store = createMemoryTaskStore({ maxTasks: 3 });
    for (const [id, ttlMs] of [
      ['a', 1_000],
      ['b', 10],
      ['c', 1_000],
    ] as const) {
      expect(await store.create(recordOf(id, ttlMs))).toBe(true);
    }
    expect(await store.create(recordOf('d'))).toBe(false);
    expect(await store.read('d')).toBeUndefined();
    clock.now = 10;

    expect(await store.create(recordOf('d'))).toBe(true);
    expect(await store.create(recordOf('e'))).toBe(false);
  });

  it('limits the tasks of one owner, without effect on other owners', async () => {
    const clock = stopClock();
    const store = createMemoryTaskStore({ maxTasksPerOwner: 1 });
    expect(await store.create(recordOf('a', 10, 'ada'))).toBe(true);
    expect(await store.create(recordOf('b', 10, 'ada'))).toBe(false);
    expect(await store.create(recordOf('c', 10, 'grace'))).toBe(true);
    expect(await store.create(recordOf('d', 10))).toBe(true);
    expect(await store.create(recordOf('e', 10))).toBe(true);
    clock.now = 10;

    expect(await store.create(recordOf('b', 10, 'ada'))).toBe(true);
  });

  it('limits all anonymous callers together to their share of tasks and bytes', async () => {
    for (const limits of [{ maxTasks: 40 }, { maxBytes: 40 * 2_048 }]) {
      const newTask = (more: Partial<TaskRecord> = {}): TaskRecord => ({
        ...recordOf(crypto.randomUUID(), 60_000, 'ada'),
        ...more,
      });
      const store = createMemoryTaskStore(limits);
      const anonymous = { owner: null, share: 0.25 };
      const kept = await Promise.all(Array.from({ length: 1_000 }, async () => store.create(newTask(anonymous))));
      expect(kept.filter(Boolean)).toHaveLength(10);
      const task = newTask();
      expect(await store.create(task)).toBe(true);
      expect(await store.replace({ ...task, version: 2, result: 'x'.repeat(4_000) })).toBe(true);
    }
  });

  it('drops the oldest ended task of an owner at its limit, and returns when that is possible', async () => {
    const clock = stopClock();
    const newTask = (): TaskRecord => recordOf(crypto.randomUUID(), day, 'ada');
    const store = createMemoryTaskStore({ maxTasksPerOwner: 3 });
    const [first, second, running] = [newTask(), newTask(), newTask()];
    for (const task of [running, first, second]) expect(await store.create(task)).toBe(true);
    for (const task of [first, second]) {
      expect(await store.replace({ ...task, version: 2, status: 'completed', result: 1 })).toBe(true);
    }
    expect(await store.create(newTask())).toBe(false);
    const roomInMs = await store.roomInMs?.(first.owner);
    expect(roomInMs).toBeGreaterThan(0);
    expect(roomInMs).toBeLessThanOrEqual(3_600_000);
    clock.now += 3_600_100;
    expect(await store.create(newTask())).toBe(true);
    expect(await store.read(running.id)).toStrictEqual(running);
    // A task that has just ended is stored for that long.
    expect(await store.replace({ ...running, version: 2, status: 'failed', error: 1 })).toBe(true);
    for (let n = 0; n < 10; n += 1) await store.create(newTask());
    expect(await store.read(running.id)).toMatchObject({ status: 'failed' });
    expect(await store.read(first.id)).toBeUndefined();
  });

  it('rejects a change to an ended task that was dropped to make room for it', async () => {
    const clock = stopClock();
    const store = createMemoryTaskStore({ maxBytes: 80_000 });
    const [task, other] = [recordOf('a', day, 'ada'), recordOf('b', day, 'ada')];
    await store.create(task);
    await store.create({ ...other, saved: 'x'.repeat(12_000) });
    await store.replace({ ...task, version: 2, status: 'failed', error: 1 });
    clock.now += 3_600_100;
    expect(await store.replace({ ...task, version: 3, saved: 'x'.repeat(7_500) })).toBe(false);
    expect(await store.read('a')).toBeUndefined();
    expect((await store.list('ada', { limit: 10 }))?.records.map(({ id }) => id)).toEqual(['b']);
    expect(await store.create({ ...recordOf('c', day, 'ada'), saved: 'x'.repeat(6_000) })).toBe(true);
    expect(await store.create(recordOf('d', 60_000, 'ada'))).toBe(false);
  });

  it('grants a claim in a full store', async () => {
    const record = { ...recordOf('a'), call, saved: 'x'.repeat(4_000) };
    const store = createMemoryTaskStore({ maxBytes: 512 + JSON.stringify(record).length });
    expect(await store.create(record)).toBe(true);
    expect(await store.claim('a', 1, 60_000)).toMatchObject({ kind: 'claimed', lost: false });
  });

  it('returns a retry delay for a large store too', async () => {
    stopClock();
    const most = 130_000;
    const store = createMemoryTaskStore({ maxTasks: most, maxBytes: 1e9 });
    for (let n = 0; n < most; n += 1) await store.create(recordOf(`task-${n}`, 60_000, null));
    expect(await store.create(recordOf('another', 60_000, null))).toBe(false);
    expect(await store.roomInMs?.(null)).toBe(60_000);
  });

  describe('by bytes', () => {
    const withResult = (record: TaskRecord, bytes: number): TaskRecord => ({
      ...record,
      version: record.version + 1,
      status: 'completed',
      result: 'x'.repeat(bytes),
    });

    it('limits the bytes of one owner, without effect on other owners', async () => {
      const clock = stopClock();
      const store = createMemoryTaskStore({ maxBytes: 40_000 });
      const [first, second] = [recordOf('a', 10, 'ada'), recordOf('b', 1_000, 'ada')];
      await store.create(first);
      await store.create(second);
      expect(await store.replace(withResult(first, 6_000))).toBe(true);
      expect(() => store.replace(withResult(second, 6_000))).toThrow(StoreFullError);
      expect(await store.read('b')).toStrictEqual(second);
      expect(await store.create(recordOf('c', 1_000, 'ada'))).toBe(false);

      const ofAnother = recordOf('d', 1_000, 'grace');
      expect(await store.create(ofAnother)).toBe(true);
      expect(await store.replace(withResult(ofAnother, 6_000))).toBe(true);
      clock.now = 10;
      expect(await store.replace(withResult(second, 6_000))).toBe(true);
    });

    it('limits all bytes, and has space again after a removal', async () => {
      const store = createMemoryTaskStore({ maxBytes: 10_000 });
      const [first, second] = [recordOf('a'), recordOf('b')];
      await store.create(first);
      await store.create(second);
      await store.replace(withResult(first, 6_000));
      expect(() => store.replace(withResult(second, 6_000))).toThrow(StoreFullError);
      expect(await store.create(recordOf('c'))).toBe(false);
      await store.remove('a');

      expect(await store.replace(withResult(second, 6_000))).toBe(true);
      expect(await store.create(recordOf('c'))).toBe(true);
    });

    it('counts two bytes per character for strings outside Latin-1', async () => {
      const store = createMemoryTaskStore({ maxBytes: 10_000 });
      const record = recordOf('a');
      await store.create(record);

      expect(() => store.replace({ ...withResult(record, 6_000), message: '\u2028' })).toThrow(StoreFullError);
    });

    it('fails a task whose result does not fit, with a clear message', async () => {
      const tasks = createTasks({ store: createMemoryTaskStore({ maxBytes: 32_000 }), report: () => undefined });
      const results = await Promise.all(
        ['x'.repeat(7_000), 'small'].map(async (result) => {
          const { id } = taskOf(await tasks.start({ owner: 'ada', run: () => completed(result) }));
          return tasks.result(id, 'ada');
        }),
      );

      expect(results).toMatchObject([
        { status: 'failed', message: expect.stringContaining('its result does not fit') as string },
        { status: 'completed', result: 'small' },
      ]);
    });
  });

  it('drops expired tasks when others are created', async () => {
    const clock = stopClock();
    const store = createMemoryTaskStore({ maxTasks: 1_000 });
    for (let count = 0; count < 100; count += 1) {
      await store.create(recordOf(`old ${count}`, count % 2 === 0 ? 10 : 1_000_000));
    }
    clock.now = 10;
    for (let count = 0; count < 100; count += 1) await store.create(recordOf(`new ${count}`, 1_000_000));
    // Time goes back: what was dropped stays dropped, and what was only passed over would be there again.
    clock.now = 0;

    expect(await store.read('old 0')).toBeUndefined();
    expect(await store.read('old 98')).toBeUndefined();
    expect(await store.read('old 99')).toBeDefined();
  });

  it.each([{ maxTasks: 0 }, { maxTasks: 1.5 }, { maxTasksPerOwner: 0 }, { maxBytes: 0 }])('rejects %o', (options) => {
    expect(() => createMemoryTaskStore(options)).toThrow(/must be a whole number (?:of bytes )?of 1 or more, got/);
  });
});

describe('stateOf', () => {
  it.each([
    ['to_run', { call }],
    ['waiting', {}],
    ['waiting', { call, status: 'input_required' }],
    ['ended', { call, status: 'failed' }],
  ] as const)('is %s for a task with %j', (state, fields) => {
    expect(stateOf({ ...recordOf('task'), ...fields })).toBe(state);
  });
});
