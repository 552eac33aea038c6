import { randomUUID } from 'node:crypto';
import { createPostgresTaskStore, migrate } from '@toolwire/postgres';
import {
  anyPostgres,
  noPostgres,
  noPostgresServer,
  type PostgresServer,
  startPostgres,
} from '@toolwire/programs/postgres';
import { completed, createTaskCalls, createTasks } from '@toolwire/tasks';
import { taskCallsContract, taskEngineContract } from '@toolwire/tasks/contract';
import { createPostgresBackend, withBackend } from 'bullmq';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BullmqPostgresOptions, type BullmqTaskEngine, bullmqPostgres, migrateBullmq } from '../src/index.ts';

const newSchema = (): string => `toolwire_test_${randomUUID().replaceAll('-', '')}`;
const leftOver: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
});

function openPool(connectionString: string, schema: string): Pool {
  const pool = new Pool({ connectionString, options: `-c search_path=${schema}` });
  pool.on('error', () => undefined);
  return pool;
}

describe.skipIf(noPostgres !== undefined)(
  `the engine on BullMQ on PostgreSQL, a preview${noPostgres === undefined ? '' : `, skipped: ${noPostgres}`}`,
  () => {
    let postgres: Pick<PostgresServer, 'url' | 'remove'>;
    let pool: Pool;
    // BullMQ looks for its tables in a schema of this name where it is given a pool.
    const schema = newSchema();
    beforeAll(async () => {
      postgres = await anyPostgres();
      pool = openPool(postgres.url, schema);
      await migrateBullmq(pool, { schema });
    });
    afterAll(async () => {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
      await postgres.remove();
    });
    /** An engine without other workers. */
    const open = (options: Partial<BullmqPostgresOptions> = {}): BullmqTaskEngine => {
      const engine = bullmqPostgres({
        connection: { connectionString: postgres.url, schema },
        queue: randomUUID(),
        ...options,
      });
      leftOver.push(() => engine.close());
      return engine;
    };

    it.each(taskEngineContract)('$title', ({ run }) => {
      const queue = randomUUID();
      return run(open({ queue }), open({ queue }));
    });

    it.each(taskCallsContract)('with a store there, $title', async ({ run }) => {
      const [queue, own] = [randomUUID(), newSchema()];
      const tables = openPool(postgres.url, own);
      await migrate(tables, { schema: own });
      leftOver.push(async () => {
        await tables.query(`DROP SCHEMA ${own} CASCADE`);
        await tables.end();
      });
      await run({
        open: (options) => {
          const store = createPostgresTaskStore(tables, { schema: own });
          return createTaskCalls({ store, engine: open({ queue }), ...options });
        },
      });
    });

    it('TASK-01: stores IDs and turns, no errors of runs, and no ended turns', async () => {
      const queue = randomUUID();
      const engine = open({ queue });
      let times = 0;
      const worker = engine.work(async () => {
        times += 1;
        if (times === 1) throw new Error('secret-of-the-run');
        return times < 3 ? { againInMs: 20 } : 'settled';
      });
      const taskId = randomUUID();
      const dump = async (): Promise<string> => {
        const { rows } = await pool.query<{ readonly name: string }>(
          'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1',
          [schema],
        );
        const tables: unknown[] = [];
        for (const { name } of rows) tables.push((await pool.query<object>(`SELECT * FROM "${name}"`)).rows);
        return JSON.stringify(tables);
      };
      await engine.enqueue({ taskId, turn: 1 });
      const dumps: string[] = [];
      await vi.waitFor(async () => {
        dumps.push(await dump());
        expect(times).toBe(3);
      });
      await worker.stop();
      // Other tests leave jobs in other queues of the same tables.
      const job = `"turn":1,"taskId":"${taskId}"`;
      expect(dumps.join('')).toContain(job);
      expect([...dumps, await dump()].join('')).not.toContain('secret-of-the-run');
      expect(await dump()).not.toContain(job);
    });

    it('rejects a PostgreSQL without its tables, with instructions', async () => {
      const missing = newSchema();
      const engine = open({ connection: { connectionString: postgres.url, schema: missing } });
      await expect(engine.ready()).rejects.toThrow(
        /^The tables of BullMQ are missing\. Await migrateBullmq\(pool\) once, .* \(TW_POSTGRES_INCOMPATIBLE\)$/,
      );
    });

    it('rejects unknown options, and values that are not a pool', () => {
      // @ts-expect-error Redis has prefixes; here it is the schema.
      expect(() => bullmqPostgres({ connection: postgres.url, prefix: 'a' })).toThrow('TW_OPTION_UNKNOWN');
      // A single connection is not a pool.
      expect(() => bullmqPostgres({ connection: { connect: () => undefined } })).toThrow('TW_POSTGRES_POOL');
    });
  },
);

describe.skipIf(noPostgresServer !== undefined)(
  `tasks on BullMQ with a separate PostgreSQL${noPostgresServer === undefined ? '' : `, skipped: ${noPostgresServer}`}`,
  () => {
    it('run with a pool whose search path contains the tables', async () => {
      const postgres = await startPostgres();
      leftOver.push(() => postgres.remove());
      const [pool, queuePool] = [openPool(postgres.url, 'public'), openPool(postgres.url, 'bullmq')];
      leftOver.push(
        () => pool.end(),
        () => queuePool.end(),
      );
      await migrate(pool);
      await migrateBullmq(queuePool);
      const misled = bullmqPostgres({ connection: pool });
      await expect(misled.ready()).rejects.toThrow(
        "new Pool({ options: '-c search_path=bullmq' }). (TW_POSTGRES_INCOMPATIBLE)",
      );
      await misled.close();

      const store = createPostgresTaskStore(pool);
      const engine = bullmqPostgres({ connection: queuePool });
      leftOver.push(() => engine.close());
      await Promise.all([store.ready(), engine.ready()]);
      const calls = createTaskCalls({ store, engine });
      const worker = calls.work(({ attempt }) => completed(attempt));
      leftOver.push(() => worker.stop());
      const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call', retrySafe: true };
      const ids: string[] = [];
      for (let n = 0; n < 20; n += 1) {
        const started = await calls.start({ owner: 'ada', call });
        if (started.started) ids.push(started.task.id);
      }
      expect(ids).toHaveLength(20);
      const tasks = createTasks({ store });
      for (const id of ids) expect(await tasks.result(id, 'ada')).toMatchObject({ status: 'completed' });
    });

    it('have the documented default names', async () => {
      const postgres = await startPostgres();
      leftOver.push(() => postgres.remove());
      const pool = openPool(postgres.url, 'bullmq');
      leftOver.push(() => pool.end());
      await migrateBullmq(pool);
      const engine = bullmqPostgres({ connection: pool });
      leftOver.push(() => engine.close());
      const { Queue } = withBackend(createPostgresBackend);
      const dashboard = new Queue('toolwire-tasks', {
        connection: { connectionString: postgres.url, schema: 'bullmq' },
      });
      leftOver.push(() => dashboard.close());
      await dashboard.pause();
      const taskId = randomUUID();
      await engine.enqueue({ taskId, turn: 1 });
      await engine.enqueue({ taskId, turn: 1 });
      const run = vi.fn(async () => 'settled' as const);
      const worker = engine.work(run);
      leftOver.push(() => worker.stop());
      await expect.poll(() => dashboard.getWorkersCount()).toBe(1);
      expect((await dashboard.getJobs()).map(({ id }) => id)).toStrictEqual([`${taskId}.1`]);
      expect(run).not.toHaveBeenCalled();
      await dashboard.resume();
      await expect.poll(() => run.mock.calls.length).toBe(1);
    });
  },
);
