import {
  checkNames,
  type NamesOf,
  readTaskStoreOptions,
  type TaskStoreOptions,
  taskPollMs,
  taskStoreOptionNames,
} from '@toolwire/internal';
import { createTaskChanges, type TaskStore } from '@toolwire/tasks';
import { checkClient, refuseCluster } from '../connection/check-client.ts';
import { checkConfiguration, configurationScript, createBackgroundCheck } from '../connection/configuration.ts';
import type { RedisClient } from '../connection/redis-client.ts';
import { RetryingConnection } from '../connection/retrying-connection.ts';
import { TaskKeys } from './task-keys.ts';
import { taskVersionsScript } from './task-scripts.ts';
import { RedisTasks } from './task-store.ts';

/** How a task store uses Redis. */
export interface RedisTaskStoreOptions extends TaskStoreOptions {
  /** The prefix of every key. Default: `{toolwire}:tasks:`. Servers and workers that share tasks need the same value. */
  readonly prefix?: string | undefined;
  /** The approximate size of all tasks, in bytes. Default: 256 MiB, for at most 100 000 tasks. Expired tasks don't count. */
  readonly maxBytes?: number | undefined;
  /** Accepts a Redis without an append-only file, which loses tasks when it restarts. */
  readonly allowUnlogged?: boolean | undefined;
  /** Accepts a Redis that evicts keys to make room. */
  readonly allowEviction?: boolean | undefined;
  /** Accepts a primary whose replicas may take over without its latest writes: `min-replicas-to-write` is not set. */
  readonly allowUnsafeFailover?: boolean | undefined;
}

/** A task store that processes on several machines share. */
export interface RedisTaskStore extends TaskStore {
  /** Await it before servers and workers start. Rejects if Redis is configured to lose tasks, or doesn't respond. */
  ready(): Promise<void>;
}

const optionNames: NamesOf<RedisTaskStoreOptions> = {
  ...taskStoreOptionNames,
  prefix: true,
  allowUnlogged: true,
  allowEviction: true,
  allowUnsafeFailover: true,
};

/** Creates a task store on Redis. Each operation is one atomic script. */
export function createRedisTaskStore(client: RedisClient, options: RedisTaskStoreOptions = {}): RedisTaskStore {
  checkNames('createRedisTaskStore()', options, optionNames);
  // The braces put all keys into one slot.
  const { prefix = '{toolwire}:tasks:' } = options;
  checkClient(client, prefix);
  refuseCluster(client);
  const defaults = { maxTasks: 100_000, maxBytes: 256 * 1024 * 1024, timeoutMs: 5_000 };
  const { limits, timeoutMs, report, reportTo } = readTaskStoreOptions(options, defaults);
  const keys = new TaskKeys(prefix);
  const connection = new RetryingConnection(client, timeoutMs);
  const versionsOf = async (ids: readonly string[]): Promise<readonly (number | undefined)[]> => {
    const reply = await connection.runOnce(
      taskVersionsScript,
      ids.map((id) => keys.recordOf(id)),
    );
    const versions = Array.isArray(reply) ? reply.map(String) : [];
    return ids.map((_id, index) => (versions[index] ? Number(versions[index]) : undefined));
  };
  const acceptedRisks = {
    allowUnlogged: options.allowUnlogged === true,
    allowEviction: options.allowEviction === true,
    allowUnsafeFailover: options.allowUnsafeFailover === true,
  };
  const ready = async (): Promise<void> =>
    checkConfiguration(await connection.run(configurationScript, [keys.runnable], []), acceptedRisks);
  return new RedisTasks({
    connection,
    keys,
    changes: createTaskChanges({ pollMs: taskPollMs, report, versionsOf }),
    limits,
    ready,
    checkConfigurationInBackground: createBackgroundCheck(ready, report),
    report,
    reportTo,
  });
}
