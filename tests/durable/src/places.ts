import { createPostgresTaskStore, migrate } from '@toolwire/postgres';
import { createRedisTaskStore } from '@toolwire/redis';
import type { TaskEngine, TaskStore } from '@toolwire/tasks';
import { bullmq, bullmqPostgres, migrateBullmq } from '@toolwire/tasks-bullmq';
import { createSqliteTasks, type SqliteDatabase } from '@toolwire/tasks-sqlite';
import { Redis } from 'ioredis';
import { Pool } from 'pg';

/** Where calls are kept, and what delivers them. */
export type PlaceKind = 'sqlite' | 'bullmq-redis' | 'bullmq-postgres';

/** How a process gets there. */
export interface PlaceSettings {
  readonly kind: PlaceKind;
  /** The address of the database, or the path of the file. */
  readonly url: string;
  /** The module of a SQLite for a Node that brings none along. */
  readonly libsql?: string | undefined;
  readonly leaseMs: number;
  /** How long a step waits for its database; as long as usual if left out. */
  readonly patienceMs?: number | undefined;
  /** How often changes by others are looked for; as often as most stores do if left out. */
  readonly pollMs?: number | undefined;
  /** How many calls a process runs at once; 10 if left out. */
  readonly maxRunning?: number | undefined;
}

/** Both parts, for one process. */
export interface Place {
  readonly store: TaskStore;
  readonly engine: TaskEngine;
  readonly close: () => Promise<void>;
}

/** Opens a place. What delivers gives up on a worker long before its lease has run out, so that the store has to say whether. */
export async function openPlace(settings: PlaceSettings, report = ignore): Promise<Place> {
  const { kind, url, libsql, leaseMs, patienceMs, pollMs = 250, maxRunning = 10 } = settings;
  // On a busy machine less would be lost again and again, and calls with it.
  const lockMs = Math.ceil(leaseMs / 3);
  switch (kind) {
    case 'sqlite': {
      const open = libsql === undefined ? undefined : await driverOf(libsql);
      return createSqliteTasks(url, {
        open,
        allowVolatile: true,
        leaseMs: lockMs,
        pollMs,
        maxRunning,
        retryMs: 50,
        report,
      });
    }
    case 'bullmq-redis': {
      const client = new Redis(url, { maxRetriesPerRequest: null });
      client.on('error', report);
      const engine = bullmq({ connection: client, lockMs, maxRunning, retryMs: 50, report });
      const close = async (): Promise<void> => {
        await engine.close();
        client.disconnect();
      };
      return { store: createRedisTaskStore(client, { pollMs, patienceMs, report }), engine, close };
    }
    case 'bullmq-postgres': {
      const [pool, queuePool] = poolsOf(url);
      const engine = bullmqPostgres({ connection: queuePool, lockMs, maxRunning, retryMs: 50, report });
      const close = async (): Promise<void> => {
        await engine.close();
        await Promise.all([pool.end(), queuePool.end()]);
      };
      const terms = { pollMs, patienceMs, report, allowUnlogged: true };
      return { store: createPostgresTaskStore(pool, terms), engine, close };
    }
  }
}

/** Makes the tables of both parts. */
export async function layOut(url: string): Promise<void> {
  const [pool, queuePool] = poolsOf(url);
  await migrate(pool);
  await migrateBullmq(queuePool);
  await Promise.all([pool.end(), queuePool.end()]);
}

function poolsOf(connectionString: string): readonly [Pool, Pool] {
  const pools = [
    new Pool({ connectionString }),
    new Pool({ connectionString, options: '-c search_path=bullmq' }),
  ] as const;
  for (const pool of pools) pool.on('error', ignore);
  return pools;
}

async function driverOf(module: string): Promise<(file: string) => SqliteDatabase> {
  const { default: Database } = (await import(module)) as { readonly default: new (file: string) => SqliteDatabase };
  return (file) => new Database(file);
}

function ignore(_error: unknown): void {
  // What a broken connection means for a call is what is looked at.
}
