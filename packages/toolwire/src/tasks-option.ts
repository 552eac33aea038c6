import type { InputAnswer, InputRequest, Logger } from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { checkNames, isObject, kindOf, type NamesOf, StartUpError } from '@toolwire/internal';
import type { ServerTasks } from '@toolwire/server';
import { createTaskCalls, createTasks, type TaskCallsOptions, type TaskEngine, type TaskStore } from '@toolwire/tasks';
import { lazyTasks, type MadeTasks } from './lazy-tasks.ts';
import { logTasks } from './log-tasks.ts';

/** Times of calls that outlive their process, and who hears of them. */
type Times = Pick<
  TaskCallsOptions,
  | 'ttlMs'
  | 'pollIntervalMs'
  | 'leaseMs'
  | 'maxAttempts'
  | 'toolWaitMs'
  | 'maxRunningPerOwner'
  | 'maxRunningPerTool'
  | 'sweepMs'
  | 'observe'
  | 'traceparent'
  | 'sealWith'
>;

/** Tasks in one file, which the processes of a host share: by `@toolwire/tasks-sqlite`, which is to be installed beside. */
export interface FileTasks extends Times {
  /** Where; it is made if there is none. */
  readonly file: string;
  /** Opens it, such as `(file) => new Database(file)` of `better-sqlite3`; by `node:sqlite`, from Node 22.13 on, if left out. */
  readonly open?: (file: string) => object;
  /** How many calls a process runs at once; 10 if left out. */
  readonly maxRunning?: number;
  /** Takes a file in memory, which is gone when the host restarts: for tests. */
  readonly allowVolatile?: boolean;
}

/** Tasks in a store, delivered by an engine. */
export interface StoredTasks extends Times {
  /** Says whether a call is run, and keeps what comes of it, such as `createRedisTaskStore(client)`. */
  readonly store: TaskStore;
  /** Says when a call is run, such as `bullmq({ connection })`. */
  readonly engine: TaskEngine;
}

/** An engine that brings a store along, such as `bullmq({ connection })`; closed with the server. */
export interface EngineWithStore extends TaskEngine {
  /** Says whether a call is run, and keeps what comes of it. */
  readonly store: TaskStore;
}

/** Where calls go on that their callers do not wait for. */
export type TasksOption = FileTasks | StoredTasks | EngineWithStore | false;

const timeNames: NamesOf<Times> = {
  ttlMs: true,
  pollIntervalMs: true,
  leaseMs: true,
  maxAttempts: true,
  toolWaitMs: true,
  maxRunningPerOwner: true,
  maxRunningPerTool: true,
  sweepMs: true,
  observe: true,
  traceparent: true,
  sealWith: true,
};
const fileNames: NamesOf<FileTasks> = { ...timeNames, file: true, open: true, maxRunning: true, allowVolatile: true };
const storedNames: NamesOf<StoredTasks> = { ...timeNames, store: true, engine: true };

/** What runs the tasks of a server. */
export interface MadeServerTasks {
  readonly tasks: ServerTasks | undefined;
  /** Whether other processes can run them. */
  readonly isShared: boolean;
  /** Lets go of what was opened for it; a store and an engine that were given stay their owner's. */
  readonly close: () => Promise<void>;
}

const nothingOpen = (): Promise<void> => Promise.resolve();

/** Makes what runs tasks; in this process, and as long as it lives, where nothing else was asked for. */
export function createServerTasks(option: TasksOption | undefined, logger: Logger): MadeServerTasks {
  if (option === false) return { tasks: undefined, isShared: false, close: nothingOpen };
  const report = (error: unknown, taskId?: string): void =>
    logger.error({ taskId, error: describeThrown(error) }, 'A task could not be run, kept or read');
  if (option === undefined) {
    return { tasks: createTasks<InputRequest, InputAnswer>({ report }), isShared: false, close: nothingOpen };
  }
  if (isFile(option)) return createFileTasks(option, report, logger);
  if (isEngine(option)) {
    const observe = logTasks(logger);
    const tasks = createTaskCalls<InputRequest, InputAnswer>({ store: option.store, engine: option, report, observe });
    return { tasks, isShared: true, close: () => tasks.close() };
  }
  if (!isStored(option)) throw wrongTasks(option);
  const { store, engine, ...times } = option;
  checkNames('tasks of toolwire()', option, storedNames);
  return {
    tasks: createTaskCalls<InputRequest, InputAnswer>({
      store,
      engine,
      ...times,
      report,
      observe: logTasks(logger, times.observe),
    }),
    isShared: true,
    close: nothingOpen,
  };
}

type Report = NonNullable<TaskCallsOptions['report']>;

function createFileTasks(option: FileTasks, report: Report, logger: Logger): MadeServerTasks {
  checkNames('tasks of toolwire()', option, fileNames);
  const { file, open, maxRunning, allowVolatile, ...times } = option;
  const { leaseMs } = times;
  const given = { open, maxRunning, allowVolatile, leaseMs, report: (error: unknown) => report(error, file) };
  // What was left out is chosen there.
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const lazy = lazyTasks(async () => (await loadSqlite())(file, options));
  const observe = logTasks(logger, times.observe);
  const tasks = createTaskCalls<InputRequest, InputAnswer>({ ...lazy, ...times, report, observe });
  return { tasks, isShared: true, close: () => tasks.close() };
}

type CreateSqliteTasks = (file: string, options: object) => MadeTasks;

/** Loads the package when it is needed: nobody else has to install it. */
async function loadSqlite(): Promise<CreateSqliteTasks> {
  const name = '@toolwire/tasks-sqlite';
  let loaded: unknown;
  try {
    loaded = await import(name);
  } catch (cause) {
    throw new StartUpError(
      'TW_TASKS_PACKAGE',
      'toolwire({ tasks: { file } }) keeps tasks by @toolwire/tasks-sqlite, which could not be loaded. Install it: npm install @toolwire/tasks-sqlite',
      { cause },
    );
  }
  const create = isObject(loaded) ? loaded['createSqliteTasks'] : undefined;
  if (isCreate(create)) return create;
  throw new StartUpError(
    'TW_TASKS_PACKAGE',
    '@toolwire/tasks-sqlite is of a version that this one does not know. Bring both up to date.',
  );
}

function isCreate(value: unknown): value is CreateSqliteTasks {
  return typeof value === 'function';
}

function isFile(option: Exclude<TasksOption, false>): option is FileTasks {
  return isObject(option) && typeof option['file'] === 'string';
}

function isEngine(option: StoredTasks | EngineWithStore): option is EngineWithStore {
  return isObject(option) && typeof option['enqueue'] === 'function' && isObject(option['store']);
}

function isStored(option: StoredTasks): boolean {
  return isObject(option) && isObject(option['store']) && isObject(option['engine']);
}

function wrongTasks(option: unknown): StartUpError {
  return new StartUpError(
    'TW_OPTION_TYPE',
    `tasks is ${kindOf(option)}. Write tasks: { file: 'tasks.db' }, or tasks: bullmq({ connection }), or tasks: { store, engine }, or leave it out`,
  );
}
