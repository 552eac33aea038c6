import type { InputAnswer, InputRequest, Logger } from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { checkNames, isObject, kindOf, type NamesOf, nearestName, StartupError } from '@toolwire/internal';
import type { ServerTasks } from '@toolwire/server';
import { createTaskCalls, createTasks, type TaskCallsOptions, type TaskEngine, type TaskStore } from '@toolwire/tasks';
import { lazyTasks, type OpenTasks, type StoreAndEngine } from './lazy-tasks.ts';
import { loadFunction } from './load-package.ts';
import { logTasks } from './log-tasks.ts';

/** The settings of durable calls that any store and engine can have. */
type CallSettings = Omit<TaskCallsOptions, 'store' | 'engine' | 'report'>;

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
  leaseMs: true,
  maxAttempts: true,
  toolWaitMs: true,
  maxRunningPerOwner: true,
  maxRunningPerTool: true,
  sweepMs: true,
  observer: true,
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

/** A store and an engine, and whether they are closed with the server. */
interface UsedTasks extends StoreAndEngine {
  readonly isOwned: boolean;
}

const closeNothing = (): Promise<void> => Promise.resolve();

/** Creates the tasks of a server; by default in this process. */
export function createServerTasks(option: TasksOption | undefined, logger: Logger): CreatedServerTasks {
  if (option === false) return { tasks: undefined, isShared: false, close: closeNothing };
  const log = (error: unknown, fields: { readonly taskId?: string | undefined; readonly file?: string }): void =>
    logger.error({ ...fields, error: describeThrown(error) }, 'A task could not be run, stored or read');
  const report: TaskCallsOptions['report'] = (error, taskId) => log(error, { taskId });
  if (option === undefined) {
    return { tasks: createTasks<InputRequest, InputAnswer>({ report }), isShared: false, close: closeNothing };
  }
  const { store, engine, isOwned } = isFile(option)
    ? openFile(option, (error) => log(error, { file: option.file }))
    : readStoreAndEngine(option);
  const settings = callSettingsOf(option);
  const observer = logTasks(logger, settings.observer);
  const tasks = createTaskCalls<InputRequest, InputAnswer>({ store, engine, ...settings, report, observer });
  return { tasks, isShared: true, close: isOwned ? () => tasks.close() : closeNothing };
}

function openFile(option: FileTasks, report: (error: unknown) => void): UsedTasks {
  checkNames('tasks of toolwire()', option, fileNames);
  const { file, open, maxRunning, allowVolatile, leaseMs } = option;
  const allOptions = { open, maxRunning, allowVolatile, lockMs: leaseMs, report };
  // The package has the defaults of omitted options.
  const options = Object.fromEntries(Object.entries(allOptions).filter(([, value]) => value !== undefined));
  const openTasks = async (): Promise<OpenTasks> => {
    const create = await loadFunction<CreateSqliteTasks>(sqlitePackage, 'createSqliteTasks', 'tasks: { file }');
    return create(file, options);
  };
  return { ...lazyTasks(openTasks), isOwned: true };
}

type CreateSqliteTasks = (file: string, options: object) => OpenTasks;
const sqlitePackage = '@toolwire/tasks-sqlite';

function readStoreAndEngine(option: StoredTasks | EngineWithStore): UsedTasks {
  if (isEngine(option)) {
    checkSpelling(option);
    return { store: option.store, engine: option, isOwned: true };
  }
  if (!isStored(option)) throw invalidTasks(option);
  checkNames('tasks of toolwire()', option, storedNames);
  return { store: option.store, engine: option.engine, isOwned: false };
}

/** The settings of durable calls in the option, which may also be an engine. */
function callSettingsOf(option: CallSettings): CallSettings {
  return Object.fromEntries(Object.entries(option).filter(([name]) => Object.hasOwn(callSettingNames, name)));
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

function invalidTasks(option: unknown): StartupError {
  return new StartupError(
    'TW_OPTION_TYPE',
    `tasks must be { file: 'tasks.db' }, bullmq({ connection }), { store, engine } or false, got ${kindOf(option)}.`,
  );
}
