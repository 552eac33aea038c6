import type { Call, InputAnswer, InputRequest, Logger, Outcome, Stage } from '@toolwire/core';
import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { StartupError, settleAll } from '@toolwire/internal';
import type { Interruption } from '@toolwire/limits/stage';
import type { HasTool, Task, TaskAdmin, TaskReader, WorkerHandle } from '@toolwire/tasks';
import type { ReadyCall } from '../run/resolved-call.ts';
import { createRunStoredCall } from './run-stored-call.ts';
import { isDurable, type ServerTasks } from './start-task.ts';
import { type FindTool, toServiceTask } from './stored-outcome.ts';
import { createTaskStage } from './task-stage.ts';

/** The tasks of one server, their stage and their workers. */
export interface TaskRuntime {
  /** The tasks for protocols; `undefined` without tasks. */
  readonly service: ServiceTasks | undefined;
  /** The tasks of all callers, if tasks are durable. */
  readonly admin: TaskAdmin | undefined;
  /** Runs calls as tasks. It comes before the interruption, because a task outlives the server that its caller waits at. */
  readonly stage: Stage<ReadyCall> | undefined;
  readonly ready: () => Promise<void>;
  readonly runTasks: () => WorkerHandle;
  /** Stops the workers from accepting calls. */
  readonly stopWorkers: () => void;
  /** Resolves when the workers have stopped and their runs have ended. Rejects after that if a worker could not be stopped. */
  readonly idle: () => Promise<void>;
}

/** The tasks of a server, and the functions of the server that they call. */
interface TaskRuntimeOptions {
  readonly tasks: ServerTasks | undefined;
  readonly deferAfterMs: number;
  readonly anonymousShare: number | undefined;
  readonly findTool: FindTool;
  /** Whether this server has a tool, by its ID and version; `undefined` if only a custom resolver knows. */
  readonly hasTool: HasTool | undefined;
  readonly run: (call: Call) => Promise<Outcome>;
  readonly interruption: Interruption;
  readonly logger: Logger;
}

/** Connects tasks to the calls of a server. */
export function createTaskRuntime({ tasks, findTool, logger, ...settings }: TaskRuntimeOptions): TaskRuntime {
  if (tasks === undefined) return { ...noTasks, runTasks: refuseWorker };
  const service = createServiceTasks(tasks, findTool);
  const logAs =
    (message: string) =>
    (thrown: unknown): void =>
      logger.error({ error: describeThrown(thrown) }, message);
  const report = logAs('A task could not be stored or read');
  const workers = new Map<WorkerHandle, Promise<void> | undefined>();
  // `async`, because an engine may throw at once, which must not end a shutdown.
  const startStop = async (worker: WorkerHandle): Promise<void> => worker.stop();
  const stop = (worker: WorkerHandle): Promise<void> => {
    const stopping = workers.get(worker) ?? startStop(worker);
    workers.set(worker, stopping);
    return stopping;
  };
  return {
    service,
    admin: isDurable(tasks) ? tasks.admin : undefined,
    stage: createTaskStage({ tasks, service, report, ...settings }),
    ready: async () => {
      if (isDurable(tasks)) await tasks.ready();
    },
    runTasks: () => {
      if (!isDurable(tasks)) return refuseWorker();
      const worker = tasks.work(createRunStoredCall(settings.run), settings.hasTool);
      workers.set(worker, undefined);
      return { stop: () => stop(worker).finally(() => workers.delete(worker)) };
    },
    stopWorkers: () => {
      for (const worker of workers.keys()) stop(worker).catch(logAs('A task worker could not be stopped'));
    },
    idle: () => settleAll([...workers.values()].flatMap((stopping) => stopping ?? [])),
  };
}

const noTasks = {
  service: undefined,
  admin: undefined,
  stage: undefined,
  ready: () => Promise.resolve(),
  stopWorkers: () => undefined,
  idle: () => Promise.resolve(),
};

function refuseWorker(): never {
  throw new StartupError(
    'TW_TASKS_NOT_SHARED',
    "This server stores no tasks, so a worker has nothing to run. Set tasks: { file: 'tasks.db' } in toolwire(), or tasks: createTaskCalls({ store, engine }) in createToolServer().",
  );
}

/** The tasks of a server for protocols, with the results as outcomes. */
function createServiceTasks(tasks: TaskReader<InputRequest, InputAnswer>, findTool: FindTool): ServiceTasks {
  const served = (task: Task<InputRequest> | undefined): ServiceTask | undefined =>
    task && toServiceTask(task, findTool);
  return {
    get: async (id, owner) => served(await tasks.get(id, owner)),
    list: async (owner, cursor) => {
      const page = await tasks.list(owner, cursor);
      return page && { ...page, tasks: page.tasks.map((task) => toServiceTask(task, findTool)) };
    },
    cancel: async (id, owner) => {
      const canceled = await tasks.cancel(id, owner);
      return canceled && { ...canceled, task: toServiceTask(canceled.task, findTool) };
    },
    result: async (id, owner, options) => served(await tasks.result(id, owner, options)),
    answer: async (id, owner, answers) => served(await tasks.answer(id, owner, answers)),
    onChange: (id, owner, listener) => tasks.onChange(id, owner, (task) => listener(served(task))),
  };
}
