import type { InputAnswer, InputRequest, Logger } from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { checkNames, isObject, kindOf, type NamesOf, nearestName, StartUpError } from '@toolwire/internal';
import type { ServerTasks } from '@toolwire/server';
import { createTaskCalls, createTasks, type TaskCallsOptions, type TaskEngine, type TaskStore } from '@toolwire/tasks';
import { lazyTasks } from './lazy-tasks.ts';
import { loadSqlite } from './load-sqlite.ts';
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

/** An engine that includes a store, such as `bullmq({ connection })`, also with settings: `{ ...bullmq({ connection }), ttlMs }`. Closed with the server. */
interface EngineWithStore extends TaskEngine, CallSettings {
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
    checkSpelling(option);
    const { store, ttlMs, pollIntervalMs, leaseMs, maxAttempts, toolWaitMs, sweepMs } = option;
    const { maxRunningPerOwner, maxRunningPerTool, traceparent, sealWith } = option;
    const tasks = createTaskCalls<InputRequest, InputAnswer>({
      store,
      engine: option,
      ttlMs,
      pollIntervalMs,
      leaseMs,
      maxAttempts,
      toolWaitMs,
      sweepMs,
      maxRunningPerOwner,
      maxRunningPerTool,
      traceparent,
      sealWith,
      report,
      observe: logTasks(logger, option.observe),
    });
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

function isFile(option: Exclude<TasksOption, false>): option is FileTasks {
  return isObject(option) && typeof option['file'] === 'string';
}

function isEngine(option: StoredTasks | EngineWithStore): option is EngineWithStore {
  return isObject(option) && typeof option['enqueue'] === 'function' && isObject(option['store']);
}

/** Throws for a misspelled setting of an engine. An engine may have other properties, such as its queue. */
function checkSpelling(option: EngineWithStore): void {
  const known = Object.keys(callSettingNames);
  const misspelled = Object.entries(option).filter(
    ([name]) => !Object.hasOwn(callSettingNames, name) && nearestName(name, known) !== undefined,
  );
  checkNames('tasks of toolwire()', Object.fromEntries(misspelled), callSettingNames);
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
