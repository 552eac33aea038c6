import { idempotencyStoreContract } from '@toolwire/idempotency/contract';
import { noPgbouncer, type Pgbouncer, startPgbouncer } from '@toolwire/programs/pgbouncer';
import { noPostgresServer, type PostgresServer, startPostgres } from '@toolwire/programs/postgres';
import { call } from '@toolwire/programs/test-task';
import { completed, createMemoryTaskEngine, createTaskCalls, createTasks } from '@toolwire/tasks';
import { taskStoreContract } from '@toolwire/tasks/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresIdempotencyStore, createPostgresTaskStore, migrate } from '../src/index.ts';
import { makeSchema, newSchema, type OpenPool, openPool } from './databases.ts';
import { pass, slowed } from './pass-time.ts';

const reason = noPostgresServer ?? noPgbouncer;

describe.skipIf(reason !== undefined)(
  `behind PgBouncer in transaction mode${reason === undefined ? '' : `, skipped: ${reason}`}`,
  () => {
    let postgres: PostgresServer;
    let pgbouncer: Pgbouncer;
    let open: OpenPool;
    const schema = newSchema();
    beforeAll(async () => {
      postgres = await startPostgres();
      pgbouncer = await startPgbouncer(postgres.url);
      // More connections than PgBouncer has, so that clients share them.
      open = openPool(pgbouncer.url, { max: 12 });
      await Promise.all([migrate(open.pool, { schema }), migrate(open.pool, { schema })]);
    });
    afterAll(async () => {
      await open?.close();
      await pgbouncer?.close();
      await postgres?.remove();
    });

    it.each(taskStoreContract)('tasks: $title', async ({ run }) => {
      const own = await makeSchema(open.pool);
      const store = createPostgresTaskStore(open.pool, { schema: own.schema });
      await run({ store: slowed(store), pass: (ms) => pass(open.pool, own.schema, ms) });
      await own.drop();
    });

    it.concurrent.each(idempotencyStoreContract)('calls: $title', ({ run }) =>
      run({
        make: ({ ttlMs, maxBytes }) =>
          createPostgresIdempotencyStore(open.pool, {
            schema,
            ttlMs,
            maxBytes,
            leaseMs: Math.min(10_000, ttlMs),
          }),
      }),
    );

    it('runs 50 tasks once each, with several workers', async () => {
      const store = createPostgresTaskStore(open.pool, { schema });
      await store.ready();
      const runs = new Map<string, number>();
      const calls = createTaskCalls({ store, engine: createMemoryTaskEngine() });
      const workers = [1, 2, 3].map(() =>
        calls.work(async ({ call: { callId } }) => {
          runs.set(callId, (runs.get(callId) ?? 0) + 1);
          return completed('done');
        }),
      );
      const started = await Promise.all(
        Array.from({ length: 50 }, async (_, n) =>
          calls.start({ owner: 'ada', call: { ...call, callId: `call-${n}` } }),
        ),
      );
      const ids = started.flatMap((each) => (each.started ? [each.task.id] : []));
      const tasks = createTasks({ store });
      for (const id of ids) expect(await tasks.result(id, 'ada')).toMatchObject({ status: 'completed' });
      await Promise.all(workers.map((worker) => worker.stop()));
      expect(ids).toHaveLength(50);
      expect([...runs.values()]).toStrictEqual(ids.map(() => 1));
    });

    it('rejects a pool with options at once, with instructions', async () => {
      const { pool, close } = openPool(pgbouncer.url, { options: '-c search_path=app' });
      for (const create of [createPostgresTaskStore, createPostgresIdempotencyStore]) {
        await expect(create(pool, { schema }).ready()).rejects.toMatchObject({
          code: 'TW_POSTGRES_INCOMPATIBLE',
          message: expect.stringContaining(
            "The connection pooler refuses the startup parameter 'options' of the pool.",
          ) as string,
        });
      }
      await close();
    });
  },
);
