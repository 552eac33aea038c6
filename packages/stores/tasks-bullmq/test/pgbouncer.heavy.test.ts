import { createPostgresTaskStore, migrate } from '@toolwire/postgres';
import { noPgbouncer, startPgbouncer } from '@toolwire/programs/pgbouncer';
import { noPostgresServer, startPostgres } from '@toolwire/programs/postgres';
import { completed, createTaskCalls, createTasks } from '@toolwire/tasks';
import { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bullmqPostgres, migrateBullmq } from '../src/index.ts';

const reason = noPostgresServer ?? noPgbouncer;

describe.skipIf(reason !== undefined)(
  `tasks on BullMQ with PgBouncer in transaction mode${reason === undefined ? '' : `, skipped: ${reason}`}`,
  () => {
    it('run if the store uses PgBouncer and BullMQ a direct connection, which ready() asks for', async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.remove());
      const pgbouncer = await startPgbouncer(postgres.url);
      onTestFinished(() => pgbouncer.close());
      const open = (connectionString: string, options?: string): Pool => {
        const pool = new Pool({ connectionString, ...(options !== undefined && { options }) });
        pool.on('error', () => undefined);
        onTestFinished(() => pool.end());
        return pool;
      };
      const pool = open(pgbouncer.url);
      const queuePool = open(postgres.url, '-c search_path=bullmq');
      await Promise.all([migrate(pool), migrateBullmq(queuePool)]);

      const pooled = bullmqPostgres({ connection: open(pgbouncer.url, '-c search_path=bullmq') });
      await expect(pooled.ready()).rejects.toMatchObject({
        code: 'TW_POSTGRES_INCOMPATIBLE',
        message: expect.stringContaining(
          'Connect the pool of BullMQ to PostgreSQL without the connection pooler',
        ) as string,
      });
      await pooled.close();

      const store = createPostgresTaskStore(pool);
      const engine = bullmqPostgres({ connection: queuePool });
      onTestFinished(() => engine.close());
      await Promise.all([store.ready(), engine.ready()]);
      const calls = createTaskCalls({ store, engine });
      const worker = calls.work(async ({ attempt }) => completed(attempt));
      onTestFinished(() => worker.stop());
      const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call', retrySafe: true };
      const tasks = createTasks({ store });
      for (let n = 0; n < 20; n += 1) {
        const started = await calls.start({ owner: 'ada', call });
        if (!started.started) throw new Error('The store is full.');
        expect(await tasks.result(started.task.id, 'ada')).toMatchObject({ status: 'completed' });
      }
    });
  },
);
