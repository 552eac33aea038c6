import { describe, expect, it } from 'vitest';
import { taskStoreContract } from '../src/contract.ts';
import {
  completed,
  createMemoryTaskStore,
  createTasks,
  NoRoomError,
  type TaskRecord,
  type TaskStore,
} from '../src/index.ts';
import { slowStore, taskOf } from './helpers.ts';

function recordOf(id: string, ttlMs = 1_000, owner: string | null = null): TaskRecord {
  return { id, owner, version: 1, status: 'working', createdAt: 0, updatedAt: 0, ttlMs, questions: [] };
}

describe('createMemoryTaskStore', () => {
  describe.each([
    ['the contract of stores', (store: TaskStore) => store],
    ['the contract of stores, by one that answers later', slowStore],
  ])('%s', (_, wrap) => {
    it.each(taskStoreContract)('$title', async ({ run }) => {
      let now = 0;
      await run({ store: wrap(createMemoryTaskStore({ now: () => now })), pass: (ms) => void (now += ms) });
    });
  });

  it('keeps no more tasks than it may, and has room again when some have lived their time', async () => {
    let now = 0;
    const store = createMemoryTaskStore({ maxTasks: 3, now: () => now });
    for (const [id, ttlMs] of [
      ['a', 1_000],
      ['b', 10],
      ['c', 1_000],
    ] as const) {
      expect(await store.create(recordOf(id, ttlMs))).toBe(true);
    }
    expect(await store.create(recordOf('d'))).toBe(false);
    expect(await store.read('d')).toBeUndefined();
    now = 10;

    expect(await store.create(recordOf('d'))).toBe(true);
    expect(await store.create(recordOf('e'))).toBe(false);
  });

  it('keeps no more tasks of one owner than it may, and those of others all the same', async () => {
    let now = 0;
    const store = createMemoryTaskStore({ maxTasksPerOwner: 1, now: () => now });
    expect(await store.create(recordOf('a', 10, 'ada'))).toBe(true);
    expect(await store.create(recordOf('b', 10, 'ada'))).toBe(false);
    expect(await store.create(recordOf('c', 10, 'grace'))).toBe(true);
    expect(await store.create(recordOf('d', 10))).toBe(true);
    expect(await store.create(recordOf('e', 10))).toBe(true);
    now = 10;

    expect(await store.create(recordOf('b', 10, 'ada'))).toBe(true);
  });

  describe('by bytes', () => {
    const withResult = (record: TaskRecord, bytes: number): TaskRecord => ({
      ...record,
      version: record.version + 1,
      status: 'completed',
      result: 'x'.repeat(bytes),
    });

    it('keeps no more of one owner than their share, and those of others all the same', async () => {
      let now = 0;
      const store = createMemoryTaskStore({ maxBytesPerOwner: 10_000, now: () => now });
      const [first, second] = [recordOf('a', 10, 'ada'), recordOf('b', 1_000, 'ada')];
      await store.create(first);
      await store.create(second);
      expect(await store.replace(withResult(first, 6_000))).toBe(true);
      expect(() => store.replace(withResult(second, 6_000))).toThrow(NoRoomError);
      expect(await store.read('b')).toStrictEqual(second);
      expect(await store.create(recordOf('c', 1_000, 'ada'))).toBe(false);

      const ofAnother = recordOf('d', 1_000, 'grace');
      expect(await store.create(ofAnother)).toBe(true);
      expect(await store.replace(withResult(ofAnother, 6_000))).toBe(true);
      now = 10;
      expect(await store.replace(withResult(second, 6_000))).toBe(true);
    });

    it('keeps no more of all than it may, and has room again for what was removed', async () => {
      const store = createMemoryTaskStore({ maxBytes: 10_000 });
      const [first, second] = [recordOf('a', 1_000, 'ada'), recordOf('b', 1_000)];
      await store.create(first);
      await store.create(second);
      await store.replace(withResult(first, 6_000));
      expect(() => store.replace(withResult(second, 6_000))).toThrow(NoRoomError);
      expect(await store.create(recordOf('c'))).toBe(false);
      await store.remove('a');

      expect(await store.replace(withResult(second, 6_000))).toBe(true);
      expect(await store.create(recordOf('c'))).toBe(true);
    });

    it('counts two bytes for each character where one of them needs them', async () => {
      const store = createMemoryTaskStore({ maxBytes: 10_000 });
      const record = recordOf('a');
      await store.create(record);

      expect(() => store.replace({ ...withResult(record, 6_000), message: '\u2028' })).toThrow(NoRoomError);
    });

    it('ends a task whose result has no room, in words that say so', async () => {
      const tasks = createTasks({ store: createMemoryTaskStore({ maxBytesPerOwner: 8_000 }), report: () => undefined });
      const results = await Promise.all(
        ['x'.repeat(7_000), 'small'].map(async (result) => {
          const { id } = taskOf(await tasks.start({ owner: 'ada', run: () => completed(result) }));
          return tasks.result(id, 'ada');
        }),
      );

      expect(results).toMatchObject([
        { status: 'failed', message: expect.stringContaining('no room to keep its result') as string },
        { status: 'completed', result: 'small' },
      ]);
    });
  });

  it('drops what has lapsed as other tasks come, though nobody asks for it', async () => {
    let now = 0;
    const store = createMemoryTaskStore({ maxTasks: 1_000, now: () => now });
    for (let count = 0; count < 100; count += 1) {
      await store.create(recordOf(`old ${count}`, count % 2 === 0 ? 10 : 1_000_000));
    }
    now = 10;
    for (let count = 0; count < 100; count += 1) await store.create(recordOf(`new ${count}`, 1_000_000));
    // Time goes back: what was dropped stays dropped, and what was only passed over would be there again.
    now = 0;

    expect(await store.read('old 0')).toBeUndefined();
    expect(await store.read('old 98')).toBeUndefined();
    expect(await store.read('old 99')).toBeDefined();
  });

  it.each([{ maxTasks: 0 }, { maxTasks: 1.5 }, { maxTasksPerOwner: 0 }, { maxBytes: 0 }, { maxBytesPerOwner: 0 }])(
    'refuses to keep %o',
    (options) => {
      expect(() => createMemoryTaskStore(options)).toThrow(/Give a whole number of 1 or more\./);
    },
  );
});
