import { createPostgresTaskStore, migrate } from '@toolwire/postgres';
import { createMemoryTaskEngine, createMemoryTaskStore } from '@toolwire/tasks';
import { bullmq, bullmqPostgres, migrateBullmq } from '@toolwire/tasks-bullmq';
import Libsql from 'libsql';
import { Pool } from 'pg';
import type { TasksOption } from 'toolwire';
import { settings } from './settings.ts';

const { leaseMs, allowLoss } = settings;
/** How many calls a process runs at once: these tools mostly wait. */
const maxRunning = 100;
/** Times of all engines. */
const times = { leaseMs, sweepMs: leaseMs };
const report = (error: unknown): void => console.error('A task could not be delivered or stored:', error);

/** What keeps the calls, by the name of the engine. */
export const engines = {
  memory: (): TasksOption => ({
    store: createMemoryTaskStore(),
    engine: createMemoryTaskEngine({ maxRunning }),
    ...times,
  }),

  sqlite: (): TasksOption => ({
    file: settings.dataFile,
    // From Node 22.13 on, SQLite is included, and you can remove this line.
    open: (file) => new Libsql(file),
    maxRunning,
    allowVolatile: allowLoss,
    ...times,
  }),

  'bullmq-redis': (): TasksOption => {
    const losses = { allowUnlogged: allowLoss, allowEviction: allowLoss, allowUnsafeFailover: allowLoss };
    const connection = { url: settings.redisUrl };
    const engine = bullmq({ connection, maxRunning, lockMs: leaseMs, report, ...losses });
    return { store: engine.store, engine, ...times };
  },

  'bullmq-postgres': async (): Promise<TasksOption> => {
    const connectionString = settings.databaseUrl;
    const pool = new Pool({ connectionString });
    // BullMQ names its tables without their schema.
    const queuePool = new Pool({ connectionString, options: '-c search_path=bullmq' });
    for (const one of [pool, queuePool]) one.on('error', report);
    await Promise.all([migrate(pool), migrateBullmq(queuePool)]);
    const engine = bullmqPostgres({ connection: queuePool, maxRunning, lockMs: leaseMs, report });
    return { store: createPostgresTaskStore(pool, { report }), engine, ...times };
  },
};
