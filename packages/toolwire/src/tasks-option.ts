import type { InputAnswer, InputRequest, Logger } from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { checkNames, isObject, kindOf, type NamesOf, StartUpError } from '@toolwire/internal';
import type { ServerTasks } from '@toolwire/server';
import { createTaskCalls, createTasks, type TaskCallsOptions, type TaskEngine, type TaskStore } from '@toolwire/tasks';
import { lazyTasks, type OpenTasks } from './lazy-tasks.ts';
import { logTasks } from './log-tasks.ts';

/** Times and observers of durable calls. */
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

/** Tasks in one file, shared by the processes of a machine. Needs `@toolwire/tasks-sqlite`. */
interface FileTasks extends Times {
  /** The path of the file; created if missing. */
  readonly file: string;
  /** Opens the file, such as `(file) => new Database(file)` of `better-sqlite3`; `node:sqlite` (Node 22.13 or later) by default. */
  readonly open?: (file: string) => object;
  /** How many calls a process runs at once; 10 by default. */
  readonly maxRunning?: number;
  /** For tests: allows a file in memory, which a restart of the machine deletes. */
  readonly allowVolatile?: boolean;
}

/** Tasks in a store, delivered by an engine. */
interface StoredTasks extends Times {
  /** Stores tasks and their claims, such as `createRedisTaskStore(client)`. */
  readonly store: TaskStore;
  /** Delivers tasks to workers, such as `bullmq({ connection })`. */
  readonly engine: TaskEngine;
}

/** An engine that includes a store, such as `bullmq({ connection })`; closed with the server. */
interface EngineWithStore extends TaskEngine {
  /** Stores tasks and their claims. */
  readonly store: TaskStore;
}

/** Where tasks run. */
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

/** The tasks of a server. */
export interface CreatedServerTasks {
  readonly tasks: ServerTasks | undefined;
  /** Whether tasks are durable and other processes can run them. */
  readonly isShared: boolean;
  /** Closes what was opened here, but not a given store or engine. */
  readonly close: () => Promise<void>;
}

const closeNothing = (): Promise<void> => Promise.resolve();

/** Creates the tasks of a server; by default in this process. */
export function createServerTasks(option: TasksOption | undefined, logger: Logger): CreatedServerTasks {
  if (option === false) return { tasks: undefined, isShared: false, close: closeNothing };
  const report = (error: unknown, taskId?: string): void =>
    logger.error({ taskId, error: describeThrown(error) }, 'A task could not be run, stored or read');
  if (option === undefined) {
    return { tasks: createTasks<InputRequest, InputAnswer>({ report }), isShared: false, close: closeNothing };
  }
  if (isFile(option)) return createFileTasks(option, report, logger);
  if (isEngine(option)) {
    const observe = logTasks(logger);
    const tasks = createTaskCalls<InputRequest, InputAnswer>({ store: option.store, engine: option, report, observe });
    return { tasks, isShared: true, close: () => tasks.close() };
  }
  if (!isStored(option)) throw invalidTasks(option);
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
    close: closeNothing,
  };
}

type Report = NonNullable<TaskCallsOptions['report']>;

function createFileTasks(option: FileTasks, report: Report, logger: Logger): CreatedServerTasks {
  checkNames('tasks of toolwire()', option, fileNames);
  const { file, open, maxRunning, allowVolatile, ...times } = option;
  const { leaseMs } = times;
  const allOptions = { open, maxRunning, allowVolatile, leaseMs, report: (error: unknown) => report(error, file) };
  // The package has the defaults of omitted options.
  const options = Object.fromEntries(Object.entries(allOptions).filter(([, value]) => value !== undefined));
  const storeAndEngine = lazyTasks(async () => (await loadSqlite())(file, options));
  const observe = logTasks(logger, times.observe);
  const tasks = createTaskCalls<InputRequest, InputAnswer>({ ...storeAndEngine, ...times, report, observe });
  return { tasks, isShared: true, close: () => tasks.close() };
}

type CreateSqliteTasks = (file: string, options: object) => OpenTasks;

/** Loads the package on demand, so that only its users must install it. */
async function loadSqlite(): Promise<CreateSqliteTasks> {
  const name = '@toolwire/tasks-sqlite';
  let module: unknown;
  try {
    module = await import(name);
  } catch (cause) {
    throw new StartUpError(
      'TW_TASKS_PACKAGE',
      'toolwire({ tasks: { file } }) needs the package @toolwire/tasks-sqlite. Run: npm install @toolwire/tasks-sqlite',
      { cause },
    );
  }
  const create = isObject(module) ? module['createSqliteTasks'] : undefined;
  if (isCreate(create)) return create;
  throw new StartUpError(
    'TW_TASKS_PACKAGE',
    '@toolwire/tasks-sqlite and toolwire have different versions. Update both.',
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

function invalidTasks(option: unknown): StartUpError {
  return new StartUpError(
    'TW_OPTION_TYPE',
    `tasks must be { file: 'tasks.db' }, bullmq({ connection }), { store, engine } or false, got ${kindOf(option)}.`,
  );
}
