import { describe, expect, it } from 'vitest';
import { taskStoreContract } from '../src/contract.ts';
import { createMemoryTaskStore, type TaskRecord, type TaskStore } from '../src/index.ts';
import { slowStore } from './helpers.ts';

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

  it.each([{ maxTasks: 0 }, { maxTasks: 1.5 }, { maxTasksPerOwner: 0 }])('refuses to keep %o', (options) => {
    expect(() => createMemoryTaskStore(options)).toThrow(/Give a whole number of 1 or more\./);
  });
});
