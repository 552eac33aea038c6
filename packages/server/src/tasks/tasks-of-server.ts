import type { Call, Outcome, Stage } from '@toolwire/core';
import type { ServiceTasks } from '@toolwire/core/wire';
import { StartUpError } from '@toolwire/internal';
import type { TaskAdmin, TaskWorkOptions, WorkerHandle } from '@toolwire/tasks';
import type { ReadyCall } from '../ready-call.ts';
import type { FindTool } from './kept-outcome.ts';
import { createRunKeptCall } from './run-kept-call.ts';
import { createServiceTasks } from './service-tasks.ts';
import { createTaskStage, outliveProcesses, type ServerTasks } from './task-stage.ts';

/** The tasks of one server. */
export interface TasksOfServer {
  readonly shown: ServiceTasks | undefined;
  /** Those of all callers, where they are kept. */
  readonly admin: TaskAdmin | undefined;
  /** To stand around the run of tools, outside of all else that does. */
  readonly stages: readonly Stage<ReadyCall>[];
  readonly ready: () => Promise<void>;
  readonly runTasks: () => WorkerHandle;
  /** Has the workers take no more. */
  readonly stopWorking: () => void;
  /** Resolves when the workers have stopped, and what they ran has ended. */
  readonly idle: () => Promise<void>;
}

/** What the tasks of a server are made of. */
export interface TaskSettings {
  readonly tasks: ServerTasks | undefined;
  readonly deferAfterMs: number;
  readonly findTool: FindTool;
  /** Whether this server has a tool, by its id and version; left out where nobody can tell. */
  readonly hasTool: TaskWorkOptions['hasTool'];
  readonly run: (call: Call) => Promise<Outcome>;
  readonly report: (error: unknown) => void;
}

/** Joins tasks to the calls of a server. */
export function createTasksOfServer({ tasks, findTool, ...settings }: TaskSettings): TasksOfServer {
  if (tasks === undefined) return { ...noTasks, runTasks: nothingToDo };
  const shown = createServiceTasks(tasks, findTool);
  const workers = new Map<WorkerHandle, Promise<void> | undefined>();
  const stop = (worker: WorkerHandle): Promise<void> => {
    const stopping = workers.get(worker) ?? worker.stop();
    workers.set(worker, stopping);
    return stopping;
  };
  return {
    shown,
    admin: outliveProcesses(tasks) ? tasks.admin : undefined,
    stages: [createTaskStage({ tasks, shown, ...settings })],
    ready: async () => {
      if (outliveProcesses(tasks)) await tasks.ready();
    },
    runTasks: () => {
      if (!outliveProcesses(tasks)) return nothingToDo();
      const worker = tasks.work(createRunKeptCall(settings.run), { hasTool: settings.hasTool });
      workers.set(worker, undefined);
      return { stop: () => stop(worker).finally(() => workers.delete(worker)) };
    },
    stopWorking: () => {
      for (const worker of workers.keys()) stop(worker).catch(settings.report);
    },
    idle: async () => {
      for (const stopping of workers.values()) await stopping;
    },
  };
}

const noTasks = {
  shown: undefined,
  admin: undefined,
  stages: [],
  ready: () => Promise.resolve(),
  stopWorking: () => undefined,
  idle: () => Promise.resolve(),
};

function nothingToDo(): never {
  throw new StartUpError(
    'TW_TASKS_NOT_KEPT',
    "There is nothing to work for: this server's tasks end with the process that began them. Give it tasks: createTaskCalls({ store, engine }), or toolwire({ tasks: { file: 'tasks.db' } }).",
  );
}
