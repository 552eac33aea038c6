import {
  checkCount,
  checkNames,
  checkNumber,
  type NamesOf,
  readTaskStoreOptions,
  StartupError,
  type TaskStoreOptions,
  taskStoreOptionNames,
  wholeTimer,
} from '@toolwire/internal';
import { createTaskChanges, type TaskEngine, type TaskStore } from '@toolwire/tasks';
import { type OpenSqlite, openWithNode } from './database.ts';
import { hostClock } from './host-clock.ts';
import { SqliteTaskEngine } from './task-engine.ts';
import { pollMs, TaskFile } from './task-file.ts';
import { SqliteTaskStore } from './task-store.ts';
import { TurnQueue } from './turn-queue.ts';

/** How tasks are stored in a file. */
export interface SqliteTasksOptions extends Omit<TaskStoreOptions, 'timeoutMs'> {
  /** Opens the file, for example `(file) => new Database(file)` of `better-sqlite3`. Default: `node:sqlite`. */
  readonly open?: OpenSqlite | undefined;
  /** The size of all tasks, in bytes. Default: 1 GiB, for at most 100 000 tasks. Expired tasks don't count. */
  readonly maxBytes?: number | undefined;
  /** How long to retry while another process writes, in milliseconds. Default: 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The most concurrent deliveries of each worker. Default: 10. */
  readonly maxRunning?: number | undefined;
  /** How long a silent worker has its deliveries before they go to another one, in milliseconds. Default: one minute. */
  readonly lockMs?: number | undefined;
  /** Accepts a file in memory, which a restart of the machine deletes. For tests. */
  readonly allowVolatile?: boolean | undefined;
}

/** A store and an engine that share a file. */
export interface SqliteTasks {
  /** Stores tasks, and decides whether a delivery runs. */
  readonly store: TaskStore;
  /** Delivers tasks to workers, which keep the process alive until they are stopped. */
  readonly engine: TaskEngine;
  /** Opens the file. Await it before servers and workers start. Rejects if tasks could be lost. */
  ready(): Promise<void>;
  /** Stops the workers of this process, waits for running deliveries, and closes the file. */
  close(): Promise<void>;
}

const optionNames: NamesOf<SqliteTasksOptions> = {
  ...taskStoreOptionNames,
  open: true,
  maxRunning: true,
  lockMs: true,
  allowVolatile: true,
};

/** Creates a task store and an engine on a file, which several processes of this machine may share. */
export function createSqliteTasks(path: string, options: SqliteTasksOptions = {}): SqliteTasks {
  checkNames('createSqliteTasks()', options, optionNames);
  checkPath(path);
  const { open = openWithNode(), allowVolatile = false } = options;
  const { maxRunning = 10, lockMs = 60_000 } = options;
  checkNumber('lockMs', lockMs, wholeTimer);
  checkCount('maxRunning', maxRunning);
  const defaults = { maxTasks: 100_000, maxBytes: 1024 ** 3, timeoutMs: 30_000 };
  const { limits, timeoutMs, report, reportTo } = readTaskStoreOptions(options, defaults);
  const clock = hostClock();
  const file = new TaskFile({ path, open, timeoutMs, allowVolatile });
  const changes = createTaskChanges({ pollMs, versionsOf: (ids) => file.versionsOf(ids, clock.wall()), report });
  const queue = new TurnQueue({ file, clock, lockMs });
  const engine = new SqliteTaskEngine({ file, queue, maxRunning, report, reportTo });
  return {
    store: new SqliteTaskStore({ file, changes, clock, limits, onTurnAdded: () => engine.wake(), reportTo }),
    engine,
    ready: () => file.ready(),
    close: async () => {
      await engine.close();
      await file.close();
    },
  };
}

/** Throws for an empty path and `:memory:`: SQLite opens private databases for them, which end with the process. */
function checkPath(path: string): void {
  if (path !== '' && path !== ':memory:') return;
  throw new StartupError(
    'TW_SQLITE_FILE',
    "The path of the task file must not be empty or ':memory:', because such tasks are lost when the process ends. Pass the path of a file, or use createMemoryTaskStore of @toolwire/tasks.",
  );
}
