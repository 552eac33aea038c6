import {
  byteCount,
  checkCount,
  checkNames,
  checkNumber,
  type NamesOf,
  StartUpError,
  wholeTimer,
} from '@toolwire/internal';
import type { TaskEngine, TaskStore } from '@toolwire/tasks';
import { ChangeFeed, type Report } from './change-feed.ts';
import { hostClock } from './host-clock.ts';
import type { ShareLimits } from './shares.ts';
import { type OpenSqlite, openByNode } from './sqlite-database.ts';
import { SqliteTaskEngine } from './sqlite-task-engine.ts';
import { SqliteTaskStore } from './sqlite-task-store.ts';
import { TaskFile } from './task-file.ts';
import { TurnQueue } from './turn-queue.ts';

/** How tasks are kept in a file. */
export interface SqliteTasksOptions {
  /** Opens the file, such as `(file) => new Database(file)` of `better-sqlite3`; by `node:sqlite` if left out. */
  readonly open?: OpenSqlite | undefined;
  /** The most tasks to keep; 100 000 if left out. There is room again when tasks have lived their time. */
  readonly maxTasks?: number | undefined;
  /** How many of them may belong to one owner; 10 000 if left out. */
  readonly maxTasksPerOwner?: number | undefined;
  /** How many bytes the tasks may take, all together; 1 GiB if left out. */
  readonly maxBytes?: number | undefined;
  /** How many of them those of one owner may take; a quarter if left out. */
  readonly maxBytesPerOwner?: number | undefined;
  /** How often to look for what other processes have done; every 100 milliseconds if left out. */
  readonly pollMs?: number | undefined;
  /** How long to wait while another process writes; 30 seconds if left out. */
  readonly busyMs?: number | undefined;
  /** How many deliveries each worker takes at once; 10 if left out. */
  readonly maxRunning?: number | undefined;
  /** After how many milliseconds a run that has rejected is delivered again; a second if left out. */
  readonly retryMs?: number | undefined;
  /** How long a worker that says nothing is waited for before what it has taken is delivered again; a minute if left out. */
  readonly leaseMs?: number | undefined;
  /** Takes a file in memory, which is gone when the host restarts: for tests. */
  readonly allowVolatile?: boolean | undefined;
  /** Hears of failures that nobody waits for. */
  readonly report?: Report | undefined;
}

/** Tasks in a file. */
export interface SqliteTasks {
  /** Says whether a task is run, and keeps what comes of it. */
  readonly store: TaskStore;
  /** Says when a task is run. Its workers keep the process alive until they are stopped. */
  readonly engine: TaskEngine;
  /** To be awaited before anything is begun: opens the file. Rejects, in words that say what to do, where tasks could be lost. */
  ready(): Promise<void>;
  /** Stops the workers of this process, waits for what they run, and closes the file. */
  close(): Promise<void>;
}

const optionNames: NamesOf<SqliteTasksOptions> = {
  open: true,
  maxTasks: true,
  maxTasksPerOwner: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  pollMs: true,
  busyMs: true,
  maxRunning: true,
  retryMs: true,
  leaseMs: true,
  allowVolatile: true,
  report: true,
};

/** Keeps tasks in a file that several processes of this host may share. It is made if there is none. */
export function createSqliteTasks(path: string, options: SqliteTasksOptions = {}): SqliteTasks {
  checkNames('createSqliteTasks()', options, optionNames);
  checkPath(path);
  const { open = openByNode(), allowVolatile = false, report = () => undefined } = options;
  const { pollMs = 100, busyMs = 30_000, maxRunning = 10, retryMs = 1_000, leaseMs = 60_000 } = options;
  for (const [name, ms] of Object.entries({ pollMs, busyMs, retryMs, leaseMs })) checkNumber(name, ms, wholeTimer);
  checkCount('maxRunning', maxRunning, 1);
  const clock = hostClock();
  const file = new TaskFile({ path, open, busyMs, allowVolatile });
  const feed = new ChangeFeed(file, pollMs, report);
  const queue = new TurnQueue({ file, clock, leaseMs });
  const engine = new SqliteTaskEngine({ file, queue, maxRunning, retryMs, pollMs, report });
  const limits = limitsOf(options);
  return {
    store: new SqliteTaskStore({ file, feed, clock, limits, turnAdded: () => engine.wake() }),
    engine,
    ready: () => file.ready(),
    close: async () => {
      await engine.close();
      feed.close();
      await file.close();
    },
  };
}

function limitsOf(options: SqliteTasksOptions): ShareLimits {
  const { maxTasks = 100_000, maxTasksPerOwner = 10_000, maxBytes = 1024 ** 3 } = options;
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkCount('maxTasks', maxTasks, 1);
  checkCount('maxTasksPerOwner', maxTasksPerOwner, 1);
  checkNumber('maxBytes', maxBytes, byteCount);
  checkNumber('maxBytesPerOwner', maxBytesPerOwner, byteCount);
  return { maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner };
}

/** SQLite takes these for a database that nobody else sees, and that ends with the process. */
function checkPath(path: string): void {
  if (path !== '' && path !== ':memory:') return;
  throw new StartUpError(
    'TW_SQLITE_FILE',
    'Tasks that are kept in no file end with the process. Give the path of a file, or take createMemoryTaskStore of @toolwire/tasks.',
  );
}
