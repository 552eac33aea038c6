import { anyPostgres, noPostgres, type PostgresServer } from '@toolwire/programs/postgres';
import { call, newTask, next } from '@toolwire/programs/test-task';
import { completed, createMemoryTaskEngine, createTaskCalls, createTasks, StoreFullError } from '@toolwire/tasks';
import { lostClaimContract, taskStoreContract } from '@toolwire/tasks/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createPostgresTaskStore,
  migrate,
  type PostgresTaskStore,
  type PostgresTaskStoreOptions,
} from '../src/index.ts';
import type { PostgresPool } from '../src/postgres-pool.ts';
import { makeSchema, type OpenPool, openPool } from './databases.ts';
import { pass, slowed } from './pass-time.ts';

describe.skipIf(noPostgres !== undefined)(
  `the PostgreSQL task store${noPostgres === undefined ? '' : `, skipped: ${noPostgres}`}`,
  () => {
    let postgres: Pick<PostgresServer, 'url' | 'remove'>;
    let pools: readonly [OpenPool, OpenPool];
    const cleanups: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      postgres = await anyPostgres();
      pools = [openPool(postgres.url), openPool(postgres.url)];
    });
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });
    afterAll(async () => {
      for (const { close } of pools) await close();
      await postgres.remove();
    });
    const newSchemaWithTables = async (): Promise<string> => {
      const { schema, drop } = await makeSchema(pools[0].pool);
      cleanups.push(drop);
      return schema;
    };
    const storeAt = (schema: string, options: PostgresTaskStoreOptions = {}, process = 0): PostgresTaskStore =>
      createPostgresTaskStore((pools[process] as OpenPool).pool, { schema, ...options });

    it.each(taskStoreContract)('$title', async ({ run }) => {
      const schema = await newSchemaWithTables();
      await run({ store: slowed(storeAt(schema)), pass: (ms) => pass(pools[0].pool, schema, ms) });
    });

    it('deletes slots without a task once in each sweep, not for each page', async () => {
      const sent: string[] = [];
      const counting: PostgresPool = {
        query: (statement) => {
          sent.push(statement.text);
          return pools[0].pool.query(statement);
        },
      };
      const store = createPostgresTaskStore(counting, { schema: await newSchemaWithTables() });
      for (let n = 0; n < 3; n += 1) await store.create(newTask({ call }));
      let cursor: string | undefined;
      do {
        cursor = (await store.unfinished({ cursor, limit: 1 }))?.nextCursor;
      } while (cursor !== undefined);
      expect(sent.filter((text) => /DELETE FROM "\w+"\.slots/.test(text))).toHaveLength(1);
    });

    it('lists the tasks with a status, in pages, without reading the others', async () => {
      const store = storeAt(await newSchemaWithTables());
      const tasks = [newTask(), newTask(), newTask(), newTask()];
      for (const task of tasks) expect(await store.create(task)).toBe(true);
      const failed = [tasks[1], tasks[3]].flatMap((task) =>
        task ? [{ ...task, version: 2, status: 'failed' as const }] : [],
      );
      for (const task of failed) expect(await store.replace(task)).toBe(true);
      const first = await store.all({ status: 'failed', limit: 1 });
      const second = await store.all({ status: 'failed', limit: 1, cursor: first?.nextCursor });
      const found = [...(first?.records ?? []), ...(second?.records ?? [])];
      expect(found).toEqual(expect.arrayContaining(failed));
      expect(second?.nextCursor).toBeUndefined();
      expect((await store.all({ status: 'working', limit: 10 }))?.records).toHaveLength(2);
    });

    it('shares tasks and changes with other processes', async () => {
      const schema = await newSchemaWithTables();
      const [here, there] = [storeAt(schema), storeAt(schema, {}, 1)];
      const task = newTask();
      expect(await here.create(task)).toBe(true);
      expect(await there.read(task.id)).toStrictEqual(task);
      const listener = vi.fn<() => void>();
      const stop = here.watch(task.id, listener);
      await vi.waitFor(() => expect(listener).toHaveBeenCalled());
      listener.mockClear();
      expect(await there.claim(task.id, 1, 60_000)).toMatchObject({ kind: 'claimed', lost: false });
      await vi.waitFor(() => expect(listener).toHaveBeenCalled());
      expect(await here.claim(task.id, 1, 60_000)).toMatchObject({ kind: 'held' });
      stop();
    });

    it.each(lostClaimContract)('$title', async ({ run }) => {
      const schema = await newSchemaWithTables();
      const lossy: PostgresPool = {
        query: async (statement) => {
          const result = await pools[1].pool.query(statement);
          const isClaim = /SET version = version \+ 1, fence = fence \+ 1|claim_with_slots/.test(statement.text);
          return isClaim ? new Promise(() => undefined) : result;
        },
      };
      const lossyStore = createPostgresTaskStore(lossy, { schema, timeoutMs: 300 });
      await run({ store: storeAt(schema), lossyStore });
    });

    it('runs each call once with two workers', async () => {
      const schema = await newSchemaWithTables();
      const stores = [storeAt(schema), storeAt(schema, {}, 1)] as const;
      const runs: string[] = [];
      const workers = stores.map((store) =>
        createTaskCalls({ store, engine: createMemoryTaskEngine(), sweepMs: 20 }).work(async ({ taskId, save }) => {
          runs.push(taskId);
          await save({ step: 1 });
          return completed(taskId);
        }),
      );
      const calls = createTaskCalls({ store: stores[0], engine: createMemoryTaskEngine() });
      const ids: string[] = [];
      for (let n = 0; n < 30; n += 1) {
        const started = await calls.start({ owner: 'ada', call: { ...call, callId: String(n) } });
        if (started.started) ids.push(started.task.id);
      }
      const tasks = createTasks({ store: stores[1] });
      for (const id of ids) expect(await tasks.result(id, 'ada')).toMatchObject({ status: 'completed', result: id });
      for (const worker of workers) await worker.stop();
      expect(runs.sort()).toStrictEqual(ids.sort());
    });

    it('limits the tasks in total and per owner, and frees room when tasks expire', async () => {
      const schema = await newSchemaWithTables();
      // Room for 12 tasks in total.
      const store = slowed(storeAt(schema, { maxBytes: 51_539, maxTasksPerOwner: 2 }));
      expect(await store.create(newTask({ ttlMs: 300 }))).toBe(true);
      expect(await store.create(newTask())).toBe(true);
      expect(await store.create(newTask())).toBe(false);
      for (let n = 0; n < 10; n += 1) expect(await store.create(newTask({ owner: `owner ${n}` }))).toBe(true);
      expect(await store.create(newTask({ owner: null }))).toBe(false);
      await pass(pools[0].pool, schema, 400);
      expect(await store.create(newTask({ owner: null }))).toBe(true);
      expect(await store.create(newTask({ owner: null }))).toBe(false);
    });

    it('limits all anonymous callers together to their share of tasks and bytes', async () => {
      // The first size has room for 40 small tasks, the second for 40 tasks of about 9 400 bytes.
      for (const [maxBytes, length] of [
        [171_798, 0],
        [376_000, 8_000],
      ] as const) {
        const store = storeAt(await newSchemaWithTables(), { maxBytes });
        const anonymous = { owner: null, share: 0.25, saved: 'x'.repeat(length) };
        const kept = await Promise.all(Array.from({ length: 200 }, async () => store.create(newTask(anonymous))));
        // The count is approximate while several connections store tasks concurrently.
        const count = kept.filter(Boolean).length;
        expect(count).toBeGreaterThanOrEqual(10);
        expect(count).toBeLessThan(30);
        const task = newTask();
        expect(await store.create(task)).toBe(true);
        expect(await store.replace({ ...task, version: 2, result: 'x'.repeat(4_000) })).toBe(true);
      }
    });

    it('replaces the oldest ended task of an owner at its limit, and returns when that is possible', async () => {
      const schema = await newSchemaWithTables();
      const store = storeAt(schema, { maxTasksPerOwner: 3 });
      const day = { ttlMs: 86_400_000 };
      const [first, second, running] = [newTask(day), newTask(day), newTask(day)];
      for (const task of [running, first, second]) expect(await store.create(task)).toBe(true);
      for (const task of [first, second]) {
        expect(await store.replace({ ...task, version: 2, status: 'completed', result: 1 })).toBe(true);
      }
      expect(await store.create(newTask())).toBe(false);
      const roomInMs = await store.roomInMs?.(first.owner);
      expect(roomInMs).toBeGreaterThan(0);
      expect(roomInMs).toBeLessThanOrEqual(3_600_000);
      await pass(pools[0].pool, schema, 36_100);
      expect(await store.create(newTask())).toBe(true);
      expect(await store.read(running.id)).toStrictEqual(running);
      // A task that has just ended is stored for the same time.
      expect(await store.replace({ ...running, version: 2, status: 'failed', error: 1 })).toBe(true);
      for (let n = 0; n < 10; n += 1) await store.create(newTask());
      expect(await store.read(running.id)).toMatchObject({ status: 'failed' });
      expect(await store.read(first.id)).toBeUndefined();
    });

    it('limits the bytes of one owner and in total, and always stores a failure', async () => {
      const schema = await newSchemaWithTables();
      const store = storeAt(schema, { maxBytes: 120_000 });
      const [first, second, ofAnother] = [newTask(), newTask(), newTask({ owner: null })];
      for (const task of [first, second, ofAnother]) expect(await store.create(task)).toBe(true);
      const withResult = (task: typeof first, length: number) =>
        next(task, { status: 'completed', result: 'x'.repeat(length) });
      expect(await store.replace(withResult(first, 20_000))).toBe(true);
      await expect(store.replace(withResult(second, 20_000))).rejects.toThrow(StoreFullError);
      expect(await store.read(second.id)).toStrictEqual(second);
      expect(await store.create(newTask({ saved: 'x'.repeat(20_000) }))).toBe(false);
      expect(await store.replace(withResult(ofAnother, 90_000))).toBe(true);
      await expect(store.replace(withResult(second, 8_000))).rejects.toThrow(StoreFullError);
      expect(await store.replace(next(second, { status: 'failed' }))).toBe(true);
      await store.remove(first.id);
      expect(await store.replace(next(next(second), { result: 'x'.repeat(8_000) }))).toBe(true);
    });

    it('counts tasks and bytes exactly under concurrent changes', async () => {
      const schema = await newSchemaWithTables();
      const stores = [storeAt(schema), storeAt(schema, {}, 1)] as const;
      const tasks = Array.from({ length: 200 }, (_, n) => newTask({ owner: `owner ${n % 5}` }));
      await Promise.all(tasks.map(async (task, n) => stores[n % 2 === 0 ? 0 : 1].create(task)));
      await Promise.all(
        tasks.map(async (task, n) => {
          const [store, other] = n % 2 === 0 ? stores : [stores[1], stores[0]];
          await store.replace(next(task, { result: 'x'.repeat(n * 50) }));
          if (n % 3 === 0) await other.remove(task.id);
        }),
      );
      const { rows } = await pools[0].pool.query(`
        SELECT coalesce(a.owner, b.owner) FROM
          (SELECT owner, sum(tasks)::int AS tasks, sum(bytes)::int AS bytes FROM ${schema}.task_usage WHERE owner <> '' GROUP BY owner) AS a
          FULL JOIN (SELECT owner, count(*)::int AS tasks, sum(bytes)::int AS bytes FROM ${schema}.tasks GROUP BY owner) AS b
          USING (owner, tasks, bytes) WHERE a.tasks IS NULL OR b.tasks IS NULL`);
      expect(rows).toStrictEqual([]);
      const { rows: all } = await pools[0].pool.query(
        `SELECT sum(tasks)::int AS tasks, sum(bytes)::int = (SELECT sum(bytes)::int FROM ${schema}.tasks) AS same FROM ${schema}.task_usage WHERE owner = ''`,
      );
      expect(all).toStrictEqual([{ tasks: 200 - 67, same: true }]);
      await pools[0].pool.query(`DELETE FROM ${schema}.tasks`);
      expect((await pools[0].pool.query(`SELECT * FROM ${schema}.task_usage`)).rows).toStrictEqual([]);
    });

    it('deletes expired tasks automatically', async () => {
      const schema = await newSchemaWithTables();
      const store = slowed(storeAt(schema));
      for (let n = 0; n < 3; n += 1) await store.create(newTask({ ttlMs: 300 }));
      await pass(pools[0].pool, schema, 400);
      await vi.waitFor(async () => {
        await store.unfinished({ limit: 1 });
        expect((await pools[0].pool.query(`SELECT id FROM ${schema}.tasks`)).rows).toStrictEqual([]);
      });
    });

    it('TASK-11, FAULT-12: shortens the wait to one lease when the clock is set back', async () => {
      const schema = await newSchemaWithTables();
      const store = storeAt(schema);
      const task = newTask();
      await store.create(task);
      await store.claim(task.id, 1, 60_000);
      await pools[0].pool.query(`UPDATE ${schema}.tasks SET lease_ends = lease_ends + interval '1 hour'`);
      expect((await store.unfinished({ limit: 10 }))?.records).toMatchObject([{ id: task.id }]);
      expect(await store.claim(task.id, 1, 60_000)).toStrictEqual({ kind: 'held', forMs: 60_000 });
      const held = await store.claim(task.id, 1, 60_000);
      expect(held.kind === 'held' && held.forMs <= 60_000).toBe(true);
      expect((await store.unfinished({ limit: 10 }))?.records).toStrictEqual([]);
    });

    it('TASK-01: stores digests of IDs and owners, and distinguishes owners by every character', async () => {
      const schema = await newSchemaWithTables();
      const store = storeAt(schema);
      const [plain, cut] = [newTask({ owner: 'ada' }), newTask({ owner: 'ada\u0000grace' })];
      const odd = newTask({ owner: '\ud800', message: 'ü\u0000\ud800', saved: { ['__proto__']: 1 } });
      for (const task of [plain, cut, odd]) await store.create(task);
      expect((await store.list('ada', { limit: 10 }))?.records).toStrictEqual([plain]);
      expect((await store.list('ada\u0000grace', { limit: 10 }))?.records).toStrictEqual([cut]);
      expect(await store.read(odd.id)).toStrictEqual(odd);
      const { rows } = await pools[0].pool.query(`SELECT id, owner FROM ${schema}.tasks`);
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`ada|${plain.id}`));
    });

    it('stores a new task with the ID of an expired one', async () => {
      const schema = await newSchemaWithTables();
      const store = slowed(storeAt(schema, { maxTasksPerOwner: 1 }));
      const task = newTask({ ttlMs: 300 });
      expect(await store.create(task)).toBe(true);
      // Also when the store is full.
      expect(await store.create({ ...task, message: 'again' })).toBe(true);
      await pass(pools[0].pool, schema, 400);
      expect(await store.create({ ...task, message: 'anew' })).toBe(true);
      expect(await store.read(task.id)).toMatchObject({ message: 'anew' });
    });

    it('runs each migration once when several processes migrate concurrently', async () => {
      const schema = await newSchemaWithTables();
      await pools[0].pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await Promise.all(Array.from({ length: 8 }, (_, n) => migrate((pools[n % 2] as OpenPool).pool, { schema })));
      await storeAt(schema).ready();
      expect((await pools[0].pool.query(`SELECT version FROM ${schema}.migrations`)).rows).toStrictEqual([
        { version: 1 },
      ]);
    });
  },
);
