import { setTimeout as wait } from 'node:timers/promises';
import { bundleProgram } from '@toolwire/programs';
import { startLossyProxy } from '@toolwire/programs/lossy-proxy';
import { noPostgresServer, type PostgresServer, startPostgres } from '@toolwire/programs/postgres';
import { startReporting } from '@toolwire/programs/reporting-process';
import {
  killedWorkerCase,
  lostResponsesCase,
  pausedWorkerCase,
  restartedServerCase,
  type StartWorker,
} from '@toolwire/programs/task-faults';
import type { WorkerStep } from '@toolwire/programs/task-worker';
import { newTask, next } from '@toolwire/programs/test-task';
import { StoreFullError } from '@toolwire/tasks';
import type { Pool, PoolConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createPostgresTaskStore,
  migrate,
  type PostgresTaskStore,
  type PostgresTaskStoreOptions,
} from '../src/index.ts';
import { newSchema, openPool } from './databases.ts';
import type { PostgresWorkerSettings } from './task-worker.ts';

const program = bundleProgram(new URL('./task-worker.ts', import.meta.url));

describe.skipIf(noPostgresServer !== undefined)(
  `tasks on a PostgreSQL that fails${noPostgresServer === undefined ? '' : `, skipped: ${noPostgresServer}`}`,
  () => {
    let postgres: PostgresServer;
    let schema: string;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.remove());
    beforeEach(async () => {
      schema = newSchema();
      await migrate(open(), { schema });
    });
    const open = (config: PoolConfig = {}, url = postgres.url): Pool => {
      const { pool, close } = openPool(url, config);
      onTestFinished(close);
      return pool;
    };
    const openStore = (options: PostgresTaskStoreOptions = {}, pool = open()): PostgresTaskStore =>
      createPostgresTaskStore(pool, { schema, ...options });
    const startWorker: StartWorker = async (options) => {
      const settings: PostgresWorkerSettings = { url: postgres.url, schema, ...options };
      const worker = await startReporting<WorkerStep>(program, settings);
      onTestFinished(() => worker.kill());
      return worker;
    };

    it('FAULT-05: wait through a short silence, and reject after the timeout', async () => {
      const [store, hasty] = [openStore({ timeoutMs: 30_000 }), openStore({ timeoutMs: 200 })];
      const task = newTask();
      await store.create(task);
      await hasty.ready();
      postgres.signal('SIGSTOP');
      const read = store.read(task.id);
      await expect(hasty.ready()).rejects.toThrow('PostgreSQL has not responded within 200 milliseconds.');
      postgres.signal('SIGCONT');
      expect(await read).toStrictEqual(task);
      await vi.waitFor(() => hasty.ready());
    });

    it('FAULT-05: undo a claim that was granted after its timeout, without an attempt', async () => {
      // With an exhausted pool, the claim is granted after its timeout.
      const pool = open({ max: 1 });
      const [hasty, other] = [openStore({ timeoutMs: 200 }, pool), openStore()];
      const task = newTask();
      await other.create(task);
      const taken = await pool.connect();
      await expect(hasty.claim(task.id, 1, 3_600_000)).rejects.toThrow('PostgreSQL has not responded');
      taken.release();
      await vi.waitFor(async () => expect((await other.read(task.id))?.version).toBe(3));
      const granted = await other.claim(task.id, 1, 60_000);
      expect(granted).toMatchObject({ kind: 'claimed', lost: false, record: { fence: 1 } });
    });

    it('retry a lost response with the same result', async () => {
      const proxy = await startLossyProxy(postgres.url);
      onTestFinished(() => proxy.close());
      // One connection, so that the next response belongs to the next operation.
      const store = openStore({ timeoutMs: 30_000 }, open({ max: 1 }, proxy.url));
      await store.ready();
      // Purges expired tasks now, and not within the next second.
      await store.unfinished({ limit: 1 });
      await store.ready();
      await lostResponsesCase(store, () => proxy.loseAnswer());
    });

    it('retry after a statement timeout and a lock', async () => {
      const store = openStore({ timeoutMs: 30_000 }, open({ statement_timeout: 100 }));
      const locker = await open().connect();
      await locker.query(`BEGIN; LOCK TABLE ${schema}.tasks IN ACCESS EXCLUSIVE MODE`);
      const task = newTask();
      const created = store.create(task);
      await wait(300);
      await locker.query('COMMIT');
      locker.release();
      expect(await created).toBe(true);
      expect(await store.read(task.id)).toStrictEqual(task);
    });

    it('report a full disk, and lose nothing', async () => {
      const store = openStore();
      const task = newTask();
      await store.create(task);
      await open().query(`
        CREATE FUNCTION ${schema}.full_disk() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file: No space left on device'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON ${schema}.tasks
          FOR EACH ROW WHEN (length(new.record) > 10000) EXECUTE FUNCTION ${schema}.full_disk();`);
      const cause = { message: 'could not extend file: No space left on device' };
      const large = newTask({ saved: 'x'.repeat(20_000) });
      await expect(store.create(large)).rejects.toMatchObject({ name: 'StoreFullError', cause });
      await expect(store.replace(next(task, { result: 'x'.repeat(20_000) }))).rejects.toThrow(StoreFullError);
      expect(await store.read(task.id)).toStrictEqual(task);
      expect(await store.replace(next(task, { status: 'failed' }))).toBe(true);
    });

    it('FAULT-07: keep acknowledged tasks and run each once when PostgreSQL is killed', async () => {
      const openPatient = (): PostgresTaskStore => openStore({ timeoutMs: 60_000 });
      await restartedServerCase({
        stores: [openPatient(), openPatient(), openPatient()],
        calls: 60,
        stop: (earlierStops) => postgres.stop(earlierStops === 0 ? 'SIGKILL' : undefined),
        start: () => postgres.start(),
      });
    });

    it('continue after all connections were terminated', async () => {
      const store = openStore();
      const task = newTask();
      await store.create(task);
      const admin = open();
      for (let times = 0; times < 5; times += 1) {
        await Promise.all([
          store.read(task.id),
          admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()'),
        ]);
        expect(await store.claim(task.id, 1, 60_000)).toMatchObject({ kind: 'claimed', lost: false });
        await store.release(task.id, times + 1);
      }
    });

    it('FAULT-01: pass the task of a killed worker to the next one when its lease has expired', async () => {
      await killedWorkerCase(openStore(), startWorker);
    });

    it('FAULT-03: reject the writes of a worker that was paused for longer than its lease', async () => {
      await pausedWorkerCase(openStore(), startWorker);
    });
  },
);
