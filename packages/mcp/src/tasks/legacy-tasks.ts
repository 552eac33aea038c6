import type { Task, Tasks } from '@toolwire/tasks';
import { undeclaredCapabilities } from '../asking/input-requests.ts';
import type { CallPlan } from '../calling/call-plan.ts';
import type { LegacyRequest } from '../legacy/request.ts';
import type { MessageContext, Method } from '../rpc/context.ts';
import {
  type Answer,
  answerWith,
  errorAnswer,
  notificationText,
  type RpcError,
  resultAnswer,
  rpcCodes,
} from '../rpc/json-rpc.ts';
import { isObject } from '../rpc/json-shape.ts';
import { askByTask, createCallRun } from './call-run.ts';
import { asRpcError, encodeLegacyTask } from './encode-task.ts';
import { refuseStart } from './refuse-start.ts';
import { relatedTo } from './related-task.ts';
import { relayQuestions } from './relay-questions.ts';
import { unknownTask } from './task-errors.ts';
import type { EraTasks } from './task-support.ts';

/** The one revision of this era that has tasks. */
const tasksVersion = '2025-11-25';

/** The tasks of 2025-11-25: the client decides which calls become tasks. */
export function createLegacyTasks(tasks: Tasks): EraTasks<LegacyRequest> {
  return {
    // Without a name for its caller a listing would show everybody's tasks.
    capabilities: (principal) => ({
      tasks: { ...(principal && { list: {} }), cancel: {}, requests: { tools: { call: {} } } },
    }),
    begin(plan, request, context) {
      if (!hasTasks(request)) return undefined;
      const { task } = request.params;
      const { taskSupport } = plan.tool;
      if (task === undefined) return taskSupport === 'required' ? errorAnswer(request.id, onlyAsTask) : undefined;
      if (!isTaskWish(task)) return errorAnswer(request.id, wrongWish);
      if (taskSupport === undefined) return errorAnswer(request.id, neverAsTask);
      return begin(plan, task.ttl, request, context);
    },
    methods: [
      ['tasks/get', forTask(get)],
      ['tasks/result', forTask(result)],
      ['tasks/list', list],
      ['tasks/cancel', forTask(cancel)],
    ],
  };

  async function begin(
    { tool, call, run, reply }: CallPlan,
    ttlMs: number | undefined,
    { id, client }: LegacyRequest,
    { principal }: MessageContext,
  ): Promise<Answer> {
    const owner = principal?.id;
    // What the tool asks for is the task's to ask: its client hears of it as of something of the task.
    const plan = { tool, call: { ...call, ask: undefined }, run, reply };
    const { ask, capabilities } = client;
    const callRun = createCallRun(plan, {
      canAsk: (requests) =>
        ask !== undefined && capabilities !== undefined && undeclaredCapabilities(requests, capabilities) === undefined,
      ask: askByTask,
    });
    callRun.announce();
    const start = await tasks.start({ owner, ttlMs, run: callRun.work });
    if (!start.started) return answerWith(id, await reply(refuseStart(start.reason, plan)));
    const { task } = start;
    if (ask !== undefined) relayQuestions(tasks, task, owner, ask);
    return resultAnswer(id, JSON.stringify({ task: encodeLegacyTask(task), _meta: relatedTo(task.id) }));
  }

  function get(task: Task, { id }: LegacyRequest): Answer {
    return resultAnswer(id, JSON.stringify(encodeLegacyTask(task)));
  }

  /** Waits for the end of the task, and tells of each step before it where something can be sent ahead of the answer. */
  async function result({ id: taskId }: Task, { id }: LegacyRequest, context: MessageContext): Promise<Answer> {
    const { notify, lifetime, principal } = context;
    const { signal } = lifetime;
    const stop =
      notify &&
      (await tasks.onChange(taskId, principal?.id, (task) => {
        if (task !== undefined && isGoingOn(task)) {
          notify(notificationText('notifications/tasks/status', JSON.stringify(encodeLegacyTask(task))));
        }
      }));
    try {
      const task = await tasks.result(taskId, principal?.id, { signal });
      return task === undefined ? errorAnswer(id, unknownTask) : ended(task, id);
    } catch (thrown) {
      if (signal.aborted) return errorAnswer(id, nobodyWaits);
      throw thrown;
    } finally {
      stop?.();
    }
  }

  async function list(request: LegacyRequest, { principal }: MessageContext): Promise<Answer> {
    const { id, params } = request;
    if (!hasTasks(request) || principal === undefined) return errorAnswer(id, noSuchMethod);
    const { cursor } = params;
    const isCursor = cursor === undefined || typeof cursor === 'string';
    const page = isCursor ? await tasks.list(principal.id, cursor) : undefined;
    if (page === undefined) return errorAnswer(id, unknownCursor);
    const { nextCursor } = page;
    return resultAnswer(id, JSON.stringify({ tasks: page.tasks.map(encodeLegacyTask), nextCursor }));
  }

  async function cancel(task: Task, { id }: LegacyRequest, { principal }: MessageContext): Promise<Answer> {
    const cancelled = await tasks.cancel(task.id, principal?.id);
    if (cancelled === undefined) return errorAnswer(id, unknownTask);
    const written = encodeLegacyTask(cancelled.task);
    return cancelled.changed
      ? resultAnswer(id, JSON.stringify(written))
      : errorAnswer(id, {
          code: rpcCodes.invalidParams,
          message: `The task cannot be cancelled: it is ${String(written['status'])}`,
        });
  }

  /** Finds the task of a request that may speak of tasks. */
  function forTask(
    answer: (task: Task, request: LegacyRequest, context: MessageContext) => Answer | Promise<Answer>,
  ): Method<LegacyRequest> {
    return async (request, context) => {
      if (!hasTasks(request)) return errorAnswer(request.id, noSuchMethod);
      const { taskId } = request.params;
      const task = typeof taskId === 'string' ? await tasks.get(taskId, context.principal?.id) : undefined;
      return task === undefined ? errorAnswer(request.id, unknownTask) : answer(task, request, context);
    };
  }
}

/** Answers with exactly what the call would have been answered with, and which task it was. */
function ended(task: Task, id: LegacyRequest['id']): Answer {
  const { status, result, error } = task;
  if (status === 'cancelled') return errorAnswer(id, cancelledTask);
  if (status === 'failed' || !isObject(result)) return errorAnswer(id, asRpcError(error));
  const { _meta: meta } = result;
  return resultAnswer(id, JSON.stringify({ ...result, _meta: { ...(isObject(meta) && meta), ...relatedTo(task.id) } }));
}

function hasTasks({ client }: LegacyRequest): boolean {
  return client.dialect.version === tasksVersion;
}

function isGoingOn({ status }: Task): boolean {
  return status === 'working' || status === 'input_required';
}

function isTaskWish(task: unknown): task is { readonly ttl?: number } {
  return isObject(task) && (task['ttl'] === undefined || typeof task['ttl'] === 'number');
}

const onlyAsTask: RpcError = {
  code: rpcCodes.methodNotFound,
  message: 'This tool runs as a task only. Call it with the parameter "task", such as { "ttl": 60000 }.',
};
const neverAsTask: RpcError = {
  code: rpcCodes.methodNotFound,
  message: 'This tool does not run as a task. Call it without the parameter "task".',
};
const wrongWish: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'The "task" is an object, and its "ttl" a number of milliseconds or left out',
};
const noSuchMethod: RpcError = { code: rpcCodes.methodNotFound, message: 'There is no such method for this caller' };
const unknownCursor: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'The "cursor" leads nowhere. Begin again without one.',
};
const cancelledTask: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'The task was cancelled, and has no result',
};
const nobodyWaits: RpcError = { code: rpcCodes.internal, message: 'The client waits no longer' };
