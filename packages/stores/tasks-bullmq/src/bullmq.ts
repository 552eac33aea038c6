import {
  checkNames,
  type EngineOptions,
  engineOptionNames,
  isObject,
  kindOf,
  type NamesOf,
  readEngineOptions,
  StartupError,
} from '@toolwire/internal';
import {
  createRedisTaskStore,
  type IoredisClient,
  type NodeRedisClient,
  type RedisClient,
  type RedisTaskStore,
  type RedisTaskStoreOptions,
} from '@toolwire/redis';
import { type ConnectionOptions, createRedisBackend, type IRedisClient } from 'bullmq';
import { type BullmqTaskEngine, createEngine } from './task-engine.ts';

/** Options of BullMQ on Redis. */
export interface BullmqOptions extends EngineOptions, Pick<RedisTaskStoreOptions, 'maxTasksPerOwner' | 'maxBytes'> {
  /** A connection of BullMQ: a client of `ioredis` with `maxRetriesPerRequest: null`, a client of `redis`, or connection options. */
  readonly connection: ConnectionOptions;
  /** The prefix of every key. Default: `{toolwire}`. */
  readonly prefix?: string | undefined;
  /** Accepts a Redis without an append-only file, which loses the queue when it restarts. A sweep then enqueues stored tasks again. */
  readonly allowUnlogged?: boolean | undefined;
  /** Accepts a Redis that evicts keys to make room. */
  readonly allowEviction?: boolean | undefined;
  /** Accepts a primary whose replicas may take over without its latest writes: `min-replicas-to-write` is not set. */
  readonly allowUnsafeFailover?: boolean | undefined;
}

/** An engine on BullMQ and a store on the same Redis: everything that the `tasks` option of a server needs. */
export interface BullmqTasks extends BullmqTaskEngine {
  /** A task store on the same connection, created on first access, because the engine works with any store. */
  readonly store: RedisTaskStore;
}

const optionNames: NamesOf<BullmqOptions> = {
  connection: true,
  ...engineOptionNames,
  maxTasksPerOwner: true,
  maxBytes: true,
  prefix: true,
  allowUnlogged: true,
  allowEviction: true,
  allowUnsafeFailover: true,
};

/** Creates an engine on BullMQ with Redis for workers on several machines, with a store on the same connection. */
export function bullmq(options: BullmqOptions): BullmqTasks {
  checkNames('bullmq()', options ?? null, optionNames);
  const { connection, prefix = '{toolwire}', timeoutMs, allowUnlogged, allowEviction, allowUnsafeFailover } = options;
  const { maxTasksPerOwner, maxBytes } = options;
  checkConnection(connection);
  const settings = readEngineOptions(options);
  let store: RedisTaskStore | undefined;
  const { engine, queue } = createEngine(
    { createBackend: createRedisBackend, connection, prefix },
    settings,
    async (checked) => {
      const client = await checked.backend.client;
      checkConfiguration(await client.info(), options);
    },
  );
  const createStore = (): RedisTaskStore =>
    createRedisTaskStore(
      sharedClientOf(connection, () => queue.backend.client),
      {
        maxTasksPerOwner,
        maxBytes,
        prefix: `${prefix}:tasks:`,
        timeoutMs,
        allowUnlogged,
        allowEviction,
        allowUnsafeFailover,
        report: settings.report,
      },
    );
  return {
    ...engine,
    get store() {
      store ??= createStore();
      return store;
    },
  };
}

function checkConnection(connection: unknown): void {
  // BullMQ would connect to 127.0.0.1 instead.
  if (isObject(connection)) return;
  throw new StartupError(
    'TW_REDIS_CLIENT',
    `The connection of bullmq() must be a client of ioredis or redis, or an object such as { url: 'redis://127.0.0.1:6379' }, got ${kindOf(connection)}.`,
  );
}

/** Throws if Redis is configured to lose turns. */
function checkConfiguration(info: string, { allowUnlogged, allowEviction }: BullmqOptions): void {
  const valueOf = (field: string): string | undefined => new RegExp(`^${field}:(\\S+)`, 'm').exec(info)?.[1];
  // After an eviction of some keys, BullMQ may know a job and never deliver it.
  const policy = valueOf('maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction' && allowEviction !== true) {
    throw new StartupError(
      'TW_REDIS_INCOMPATIBLE',
      `Redis has the maxmemory-policy '${policy}', so it may evict parts of the queue at any time, and tasks would never run. Set maxmemory-policy to noeviction, or set allowEviction for tests.`,
    );
  }
  if (valueOf('aof_enabled') === '0' && allowUnlogged !== true) {
    throw new StartupError(
      'TW_REDIS_INCOMPATIBLE',
      'Redis has no append-only file, so a restart loses the queue. Its tasks then wait until a worker searches the task store for them. Set appendonly to yes. For tests, and for queues that may be lost, set allowUnlogged.',
    );
  }
}

/** Returns the Redis client of a queue: the given client, or the client that BullMQ creates for a URL. */
function sharedClientOf(connection: ConnectionOptions, created: () => Promise<IRedisClient>): RedisClient {
  if (isIoredis(connection) || isNodeRedis(connection)) return connection;
  let client: IoredisClient | undefined;
  return {
    // Before the first connection it does not count as disconnected.
    get status() {
      return client?.status ?? 'connecting';
    },
    async call(command, ...rest) {
      client ??= ioredisOf(await created());
      return client.call(command, ...rest);
    },
  };
}

function ioredisOf(client: unknown): IoredisClient {
  if (isIoredis(client)) return client;
  throw new StartupError(
    'TW_REDIS_CLIENT',
    "The task store can't share the client that BullMQ created. Pass bullmq() a connected client of ioredis or redis.",
  );
}

function isIoredis(client: unknown): client is IoredisClient {
  return has(client, 'call') && typeof client['status'] === 'string';
}

function isNodeRedis(client: unknown): client is NodeRedisClient {
  return has(client, 'sendCommand') && typeof client['isReady'] === 'boolean';
}

function has(client: unknown, method: string): client is Readonly<Record<string, unknown>> {
  return typeof client === 'object' && client !== null && typeof Reflect.get(client, method) === 'function';
}
