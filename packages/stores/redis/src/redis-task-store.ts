import { byteCount, checkCount, checkNames, checkNumber, type NamesOf, wholeTimer } from '@toolwire/internal';
import { createTaskChanges, type TaskStore } from '@toolwire/tasks';
import { checkClient } from './check-client.ts';
import { PatientConnection } from './patient-connection.ts';
import type { RedisClient } from './redis-client.ts';
import { RedisTasks } from './redis-tasks.ts';
import { TaskKeys } from './task-keys.ts';
import { newsOfTasksScript } from './task-scripts.ts';
import { checkSettings, settingsScript } from './task-settings.ts';

/** How tasks are kept on Redis. */
export interface RedisTaskStoreOptions {
  /** In front of every key; `{toolwire}:tasks:` if left out. Servers and workers that share tasks share it. */
  readonly prefix?: string | undefined;
  /** The most tasks to keep; 100 000 if left out. There is room again when tasks have lived their time. */
  readonly maxTasks?: number | undefined;
  /** How many of them may belong to one owner; 10 000 if left out. */
  readonly maxTasksPerOwner?: number | undefined;
  /** About how many bytes the tasks may take, all together; 256 MiB if left out. */
  readonly maxBytes?: number | undefined;
  /** How many of them those of one owner may take; a quarter if left out. */
  readonly maxBytesPerOwner?: number | undefined;
  /** How often to look for what other processes have done to tasks that are watched; every 250 milliseconds if left out. */
  readonly pollMs?: number | undefined;
  /** How long a step is tried again while Redis is away; 5 seconds if left out. */
  readonly patienceMs?: number | undefined;
  /** Takes a Redis that keeps no log of each write, and loses tasks when it restarts. */
  readonly allowUnlogged?: boolean | undefined;
  /** Takes a Redis that drops keys to make room. */
  readonly allowEviction?: boolean | undefined;
  /** Hears of failures that nobody waits for. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** A store that the processes of several machines share. */
export interface RedisTaskStore extends TaskStore {
  /** To be awaited before anything is begun. Rejects, in words that say what to set, where Redis would lose tasks, or does not answer. */
  ready(): Promise<void>;
}

const optionNames: NamesOf<RedisTaskStoreOptions> = {
  prefix: true,
  maxTasks: true,
  maxTasksPerOwner: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  pollMs: true,
  patienceMs: true,
  allowUnlogged: true,
  allowEviction: true,
  report: true,
};

/** Makes a store of tasks on Redis; every step is one script. */
export function createRedisTaskStore(client: RedisClient, options: RedisTaskStoreOptions = {}): RedisTaskStore {
  checkNames('createRedisTaskStore()', options, optionNames);
  const { prefix = '{toolwire}:tasks:', pollMs = 250, patienceMs = 5_000, report = () => undefined } = options;
  const { maxTasks = 100_000, maxTasksPerOwner = 10_000, maxBytes = 256 * 1024 * 1024 } = options;
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkClient(client);
  checkNumber('pollMs', pollMs, wholeTimer);
  checkNumber('patienceMs', patienceMs, wholeTimer);
  checkCount('maxTasks', maxTasks, 1);
  checkCount('maxTasksPerOwner', maxTasksPerOwner, 1);
  checkNumber('maxBytes', maxBytes, byteCount);
  checkNumber('maxBytesPerOwner', maxBytesPerOwner, byteCount);
  const keys = new TaskKeys(prefix);
  const connection = new PatientConnection(client, patienceMs);
  const versionsOf = async (ids: readonly string[]): Promise<readonly (number | undefined)[]> => {
    const reply = await connection.runOnce(
      newsOfTasksScript,
      ids.map((id) => keys.recordOf(id)),
    );
    const versions = Array.isArray(reply) ? reply.map(String) : [];
    return ids.map((_id, index) => (versions[index] ? Number(versions[index]) : undefined));
  };
  const settings = {
    allowsUnlogged: options.allowUnlogged === true,
    allowsEviction: options.allowEviction === true,
  };
  return new RedisTasks({
    connection,
    keys,
    changes: createTaskChanges({ pollMs, report, versionsOf }),
    report,
    limits: { maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner },
    ready: async () => checkSettings(await connection.run(settingsScript, [keys.free], []), settings),
  });
}
