import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import { createRedisTaskStore, type RedisTaskStore } from '@toolwire/redis';
import { type ConnectionOptions, createRedisBackend } from 'bullmq';
import { type BullmqTaskEngine, createEngine } from './bullmq-engine.ts';
import { clientOfQueue } from './client-of-queue.ts';
import { type QueueOptions, termsOf } from './queue-options.ts';

/** How turns are delivered by BullMQ on Redis. */
export interface BullmqOptions extends QueueOptions {
  /** As BullMQ takes it: a client of `ioredis` with `maxRetriesPerRequest: null`, or of `redis`, or what it makes one of. */
  readonly connection: ConnectionOptions;
  /** In front of every key; `{toolwire}` if left out. */
  readonly prefix?: string | undefined;
  /** Takes a Redis that keeps no log of each write, and loses the queue when it restarts: what a store keeps is then enqueued again by a sweep. */
  readonly allowUnlogged?: boolean | undefined;
  /** Takes a Redis that drops keys to make room. */
  readonly allowEviction?: boolean | undefined;
}

/** An engine on BullMQ, and a store beside its queue: all that `tasks` of a server needs. */
export interface BullmqTasks extends BullmqTaskEngine {
  /** Keeps tasks on the same Redis, by the same connection; made when it is first asked for, as an engine works with any store. */
  readonly store: RedisTaskStore;
}

const optionNames: NamesOf<BullmqOptions> = {
  connection: true,
  queue: true,
  prefix: true,
  maxRunning: true,
  lockMs: true,
  retryMs: true,
  patienceMs: true,
  allowUnlogged: true,
  allowEviction: true,
  report: true,
};

/** Makes an engine that delivers by BullMQ on Redis, to the workers of several machines, with a store on the same connection. */
export function bullmq(options: BullmqOptions): BullmqTasks {
  checkNames('bullmq()', options, optionNames);
  const { connection, prefix = '{toolwire}', patienceMs, allowUnlogged, allowEviction, report } = options;
  let madeStore: RedisTaskStore | undefined;
  const { engine, queue } = createEngine(
    { backend: createRedisBackend, connection, prefix },
    termsOf(options),
    async (checked) => {
      const client = await checked.backend.client;
      checkSettings(await client.info(), options);
    },
  );
  const makeStore = (): RedisTaskStore =>
    createRedisTaskStore(
      clientOfQueue(connection, () => queue.backend.client),
      { prefix: `${prefix}:tasks:`, patienceMs, allowUnlogged, allowEviction, report },
    );
  return {
    ...engine,
    get store() {
      madeStore ??= makeStore();
      return madeStore;
    },
  };
}

/** Throws, in words that say what to set, where Redis would lose turns. */
function checkSettings(info: string, { allowUnlogged, allowEviction }: BullmqOptions): void {
  const saying = (field: string): string | undefined => new RegExp(`^${field}:(\\S+)`, 'm').exec(info)?.[1];
  // Where Redis drops some keys of a queue, a job may be known to it that it never delivers.
  const policy = saying('maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction' && allowEviction !== true) {
    throw new StartUpError(
      'TW_REDIS_UNFIT',
      `Redis has the maxmemory-policy '${policy}' and may drop parts of the queue at any time, so that tasks are never run. Set maxmemory-policy to noeviction, or allowEviction for tests.`,
    );
  }
  if (saying('aof_enabled') === '0' && allowUnlogged !== true) {
    throw new StartUpError(
      'TW_REDIS_UNFIT',
      'Redis keeps no log of each write, so it loses the queue when it restarts, and tasks wait until a sweep has found them. Set appendonly to yes, or allowUnlogged for tests and queues that may be lost.',
    );
  }
}
