import type { InputAnswer, InputRequest, Logger } from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { checkNames, isObject, kindOf, type NamesOf, StartUpError } from '@toolwire/internal';
import type { ServerTasks } from '@toolwire/server';
import { createTaskCalls, createTasks, type TaskCallsOptions, type TaskEngine, type TaskStore } from '@toolwire/tasks';
import { lazyTasks, type OpenTasks } from './lazy-tasks.ts';
import { logTasks } from './log-tasks.ts';

/** The settings of durable calls that any store and engine can have. */
type CallSettings = Pick<
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
interface FileTasks extends CallSettings {
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
interface StoredTasks extends CallSettings {
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

const callSettingNames: NamesOf<CallSettings> = {
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
const fileNames: NamesOf<FileTasks> = {
  ...callSettingNames,
  file: true,
  open: true,
  maxRunning: true,
  allowVolatile: true,
};
const storedNames: NamesOf<StoredTasks> = { ...callSettingNames, store: true, engine: true };

/** The tasks of a server. */
export interface CreatedServerTasks {
  readonly tasks: ServerTasks | undefined;
  /** Whether tasks are durable and other processes can run them. */
  readonly isShared: boolean;
  /** Closes what was opened here, but not a given store or engine. */
  readonly close: () => Promise<void>;
}

type Report = NonNullable<TaskCallsOptions['report']>;

/** Logs an error with the task or the file that it concerns. */
type LogError = (error: unknown, fields?: { readonly taskId?: string | undefined; readonly file?: string }) => void;

const closeNothing = (): Promise<void> => Promise.resolve();

/** Creates the tasks of a server; by default in this process. */
export function createServerTasks(option: TasksOption | undefined, logger: Logger): CreatedServerTasks {
  if (option === false) return { tasks: undefined, isShared: false, close: closeNothing };
  const log: LogError = (error, fields = {}) =>
    logger.error({ ...fields, error: describeThrown(error) }, 'A task could not be run, stored or read');
  const report: Report = (error, taskId) => log(error, { taskId });
  if (option === undefined) {
    return { tasks: createTasks<InputRequest, InputAnswer>({ report }), isShared: false, close: closeNothing };
  }
  if (isFile(option)) return createFileTasks(option, log, logger);
  if (isEngine(option)) {
    const observe = logTasks(logger);
    const tasks = createTaskCalls<InputRequest, InputAnswer>({ store: option.store, engine: option, report, observe });
    return { tasks, isShared: true, close: () => tasks.close() };
  }
  if (!isStored(option)) throw invalidTasks(option);
  const { store, engine, ...settings } = option;
  checkNames('tasks of toolwire()', option, storedNames);
  return {
    tasks: createTaskCalls<InputRequest, InputAnswer>({
      store,
      engine,
      ...settings,
      report,
      observe: logTasks(logger, settings.observe),
    }),
    isShared: true,
    close: closeNothing,
  };
}

function createFileTasks(option: FileTasks, log: LogError, logger: Logger): CreatedServerTasks {
  checkNames('tasks of toolwire()', option, fileNames);
  const { file, open, maxRunning, allowVolatile, ...settings } = option;
  const { leaseMs } = settings;
  const allOptions = { open, maxRunning, allowVolatile, leaseMs, report: (error: unknown) => log(error, { file }) };
  // The package has the defaults of omitted options.
  const options = Object.fromEntries(Object.entries(allOptions).filter(([, value]) => value !== undefined));
  const storeAndEngine = lazyTasks(async () => (await loadSqlite())(file, options));
  const report: Report = (error, taskId) => log(error, { taskId });
  const observe = logTasks(logger, settings.observe);
  const tasks = createTaskCalls<InputRequest, InputAnswer>({ ...storeAndEngine, ...settings, report, observe });
  return { tasks, isShared: true, close: () => tasks.close() };
}

type CreateSqliteTasks = (file: string, options: object) => OpenTasks;

/** Loads the package on demand, so that only its users must install it. */
async function loadSqlite(): Promise<CreateSqliteTasks> {
  // A variable, so that the build leaves the package out of this one.
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
