import { connect as connectToNats } from '@nats-io/transport-node';
import {
  createPostgresIdempotencyStore,
  createPostgresTaskStore,
  migrate,
  type PostgresIdempotencyStore,
} from '@toolwire/postgres';
import { createRedisIdempotencyStore, createRedisTaskStore, type RedisIdempotencyStore } from '@toolwire/redis';
import type { TaskEngine, TaskStore } from '@toolwire/tasks';
import { bullmq, bullmqPostgres, migrateBullmq } from '@toolwire/tasks-bullmq';
import { nats } from '@toolwire/tasks-nats';
import { createSqliteTasks, type SqliteDatabase } from '@toolwire/tasks-sqlite';
import { Cluster, Redis } from 'ioredis';
import { Pool } from 'pg';
import type { AddressMap } from './database-fault.ts';

/** A combination of task store and engine, by its database. */
export type BackendKind =
  | 'sqlite'
  | 'bullmq-redis'
  | 'bullmq-sentinel'
  | 'bullmq-postgres'
  | 'bullmq-pgbouncer'
  | 'nats-postgres';

/** A backend, or a Redis Cluster, which stores the results of calls with an ID but no tasks. */
export type StoreKind = BackendKind | 'redis-cluster';

/** The settings for opening a backend. */
export interface BackendSettings {
  readonly kind: BackendKind;
  /** The URL of the database, or the path of the file. Several nodes or Sentinels are separated by commas. */
  readonly url: string;
  /** The URL for the engine, if it needs another. Several servers are separated by commas. */
  readonly queueUrl?: string | undefined;
  /** The addresses of proxies before the nodes. */
  readonly addressMap?: AddressMap | undefined;
  /** The URL of a SQLite module, if this Node does not include SQLite. */
  readonly libsql?: string | undefined;
  readonly leaseMs: number;
  /** The timeout of database operations. Default: the store's default. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of calls that a process runs concurrently. Default: 10. */
  readonly maxRunning?: number | undefined;
}

/** The store and engine of one process. */
export interface Backend {
  readonly store: TaskStore;
  readonly engine: TaskEngine;
  /** The idempotency store in the same database. SQLite has none. */
  readonly answers?: PostgresIdempotencyStore | RedisIdempotencyStore;
  readonly close: () => Promise<void>;
}

/** Opens a backend. Its engine redelivers calls before their lease expires, so the store must prevent a second run. */
export async function openBackend(settings: BackendSettings, report = ignore): Promise<Backend> {
  const { kind, url, queueUrl, addressMap, libsql, leaseMs, timeoutMs, maxRunning = 10 } = settings;
  const urls = url.split(',');
  // With a shorter lock, a busy machine would lose it repeatedly.
  const lockMs = Math.ceil(leaseMs / 3);
  switch (kind) {
    case 'sqlite': {
      const open = libsql === undefined ? undefined : await driverOf(libsql);
      return createSqliteTasks(url, {
        open,
        allowVolatile: true,
        lockMs,
        maxRunning,
        report,
      });
    }
    case 'bullmq-sentinel':
    case 'bullmq-redis': {
      const common = { maxRetriesPerRequest: null } as const;
      const client =
        kind === 'bullmq-redis'
          ? new Redis(url, common)
          : new Redis({
              ...common,
              name: 'toolwire',
              sentinels: urls.map(addressOf),
              ...(addressMap && { natMap: addressMap }),
            });
      client.on('error', report);
      const engine = bullmq({ connection: client, lockMs, maxRunning, report });
      const close = async (): Promise<void> => {
        await engine.close();
        client.disconnect();
      };
      const answers = createRedisIdempotencyStore(client, { trustEmpty: true });
      return { store: createRedisTaskStore(client, { timeoutMs, report }), engine, answers, close };
    }
    case 'bullmq-pgbouncer':
    case 'bullmq-postgres': {
      const [pool, queuePool] = poolsOf(url, queueUrl);
      const engine = bullmqPostgres({ connection: queuePool, lockMs, maxRunning, report });
      const close = async (): Promise<void> => {
        await engine.close();
        await Promise.all([pool.end(), queuePool.end()]);
      };
      return { ...postgresStores(pool, settings, report), engine, close };
    }
    case 'nats-postgres': {
      const pool = new Pool({ connectionString: url });
      pool.on('error', ignore);
      const connection = await connectToNats({
        servers: (queueUrl ?? '').split(','),
        maxReconnectAttempts: -1,
        waitOnFirstConnect: true,
      });
      const engine = nats({ connection, lockMs, maxRunning, report });
      const close = async (): Promise<void> => {
        await connection.close();
        await pool.end();
      };
      return { ...postgresStores(pool, settings, report), engine, close };
    }
  }
}

function postgresStores(
  pool: Pool,
  { timeoutMs }: BackendSettings,
  report: (error: unknown) => void,
): Pick<Backend, 'store' | 'answers'> {
  return {
    store: createPostgresTaskStore(pool, { timeoutMs, report, allowUnlogged: true }),
    answers: createPostgresIdempotencyStore(pool, { allowUnlogged: true }),
  };
}

/** Opens the idempotency store on a Redis Cluster. */
export function openCluster({
  url,
  addressMap,
}: Pick<BackendSettings, 'url' | 'addressMap'>): Required<Pick<Backend, 'answers' | 'close'>> {
  const cluster = new Cluster(url.split(',').map(addressOf), {
    ...(addressMap && { natMap: addressMap }),
    clusterRetryStrategy: () => 100,
  });
  cluster.on('error', ignore);
  return {
    answers: createRedisIdempotencyStore(cluster, { trustEmpty: true }),
    close: async () => cluster.disconnect(),
  };
}

/** Creates the tables of the store and the engine. */
export async function createTables(url: string): Promise<void> {
  const [pool, queuePool] = poolsOf(url);
  await migrate(pool);
  await migrateBullmq(queuePool);
  await Promise.all([pool.end(), queuePool.end()]);
}

function poolsOf(connectionString: string, queueUrl = connectionString): readonly [Pool, Pool] {
  const pools = [
    new Pool({ connectionString }),
    new Pool({ connectionString: queueUrl, options: '-c search_path=bullmq' }),
  ] as const;
  for (const pool of pools) pool.on('error', ignore);
  return pools;
}

function addressOf(url: string): { readonly host: string; readonly port: number } {
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port) };
}

/** Loads a SQLite module. */
export async function driverOf(module: string): Promise<(file: string) => SqliteDatabase> {
  const { default: Database } = (await import(module)) as { readonly default: new (file: string) => SqliteDatabase };
  return (file) => new Database(file);
}

function ignore(_error: unknown): void {
  // The tests check the effect of broken connections on calls.
}
