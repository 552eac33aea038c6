import { undeclaredCapabilities } from '../asking/input-requests.ts';
import type { CallPlan } from '../calling/call-plan.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import { type MessageContext, type Method, ownerOf } from '../rpc/context.ts';
import { type Answer, answerWith, errorAnswer, notificationText, resultAnswer, sharedAnswer } from '../rpc/json-rpc.ts';
import { isObject, noFields } from '../rpc/json-shape.ts';
import type { McpTask, McpTasks } from '../settings/mcp-tasks.ts';
import { askByTask, createCallRun } from './call-run.ts';
import { asRpcError, encodeLegacyTask } from './encode-task.ts';
import {
  cancelledTask,
  neverAsTask,
  nobodyWaits,
  noSuchMethod,
  onlyAsTask,
  tooLateToCancel,
  unknownCursor,
  wrongWish,
} from './legacy-task-errors.ts';
import { refuseStart } from './refuse-start.ts';
import { relatedTo } from './related-task.ts';
import { relayQuestions } from './relay-questions.ts';
import { unknownTask } from './task-errors.ts';
import type { TaskSupport } from './task-support.ts';
import { createTaskTexts, type TaskTexts } from './task-texts.ts';

/** The one revision of this era that has tasks. */
const tasksVersion = '2025-11-25';

/** The tasks of 2025-11-25: the client decides which calls become tasks. */
export function createLegacyTasks(tasks: McpTasks): TaskSupport['legacy'] {
  const textOf = createTaskTexts(resultOf);

  return {
    capabilities: (context) => ({
      // MCP-TASK-01: which requests may be tasks, and what may be done with them.
      tasks: { ...(mayList(context) && { list: {} }), cancel: {}, requests: { tools: { call: {} } } },
    }),
    begin(plan, request, context) {
      if (!hasTasks(request)) return undefined;
      const { task } = request.params;
      const { taskSupport } = plan.tool;
      // MCP-TASK-02: a method that is not there for calls which want no task.
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
    context: MessageContext,
  ): Promise<Answer> {
    // MCP-AUTH-04: a caller who lacks something is told by HTTP, which a task cannot do; the run says what it is.
    if ((await context.service.mayCall?.(call)) === false) return answerWith(id, await reply(await run({})));
    const owner = ownerOf(context);
    // What the tool asks for is the task's to ask: its client hears of it as of something of the task.
    const plan = { tool, call: { ...call, ask: undefined }, run, reply };
    const { ask, capabilities, isAskedByRequest = false } = client;
    const callRun = createCallRun(plan, {
      canAsk: (requests) =>
        (ask !== undefined || isAskedByRequest) &&
        capabilities !== undefined &&
        undeclaredCapabilities(requests, capabilities) === undefined,
      ask: askByTask,
    });
    callRun.announce();
    const start = await tasks.start({ owner, ttlMs, run: callRun.work });
    if (!start.started) return answerWith(id, await reply(refuseStart(start.reason, plan)));
    const { task } = start;
    if (ask !== undefined && !isAskedByRequest) relayQuestions(tasks, task, owner, ask);
    return resultAnswer(id, JSON.stringify({ task: encodeLegacyTask(task), _meta: relatedTo(task.id) }));
  }

  function get(task: McpTask, { id }: LegacyRequest): Answer {
    return resultAnswer(id, JSON.stringify(encodeLegacyTask(task)));
  }

  /** Waits for the end of the task, and tells of each step before it where something can be sent ahead of the answer. */
  async function result(followed: McpTask, { id, client }: LegacyRequest, context: MessageContext): Promise<Answer> {
    const { id: taskId } = followed;
    const { notify, lifetime } = context;
    const { signal } = lifetime;
    const owner = ownerOf(context);
    const stop =
      notify &&
      (await tasks.onChange(taskId, owner, (task) => {
        if (task !== undefined && isGoingOn(task)) {
          notify(notificationText('notifications/tasks/status', JSON.stringify(encodeLegacyTask(task))));
        }
      }));
    // What it asks for can be sent here, to whoever can be asked nowhere else.
    const stopAsking =
      client.ask && client.isAskedByRequest === true ? relayQuestions(tasks, followed, owner, client.ask) : undefined;
    try {
      // MCP-TASK-06: no sooner, and no later.
      const task = await tasks.result(taskId, owner, { signal });
      return task === undefined ? errorAnswer(id, unknownTask) : ended(task, id, textOf);
    } catch (thrown) {
      if (signal.aborted) return errorAnswer(id, nobodyWaits);
      throw thrown;
    } finally {
      stop?.();
      stopAsking?.();
    }
  }

  async function list(request: LegacyRequest, context: MessageContext): Promise<Answer> {
    const { id, params } = request;
    if (!hasTasks(request) || !mayList(context)) return errorAnswer(id, noSuchMethod);
    const { cursor } = params;
    const isCursor = cursor === undefined || typeof cursor === 'string';
    const page = isCursor ? await tasks.list(ownerOf(context), cursor) : undefined;
    if (page === undefined) return errorAnswer(id, unknownCursor);
    // MCP-TASK-08: where there are more.
    const { nextCursor } = page;
    return resultAnswer(id, JSON.stringify({ tasks: page.tasks.map(encodeLegacyTask), nextCursor }));
  }

  async function cancel(task: McpTask, { id }: LegacyRequest, context: MessageContext): Promise<Answer> {
    const cancelled = await tasks.cancel(task.id, ownerOf(context));
    if (cancelled === undefined) return errorAnswer(id, unknownTask);
    const written = encodeLegacyTask(cancelled.task);
    // MCP-TASK-09: one that has ended stays as it is.
    return cancelled.changed
      ? resultAnswer(id, JSON.stringify(written))
      : errorAnswer(id, tooLateToCancel(written['status']));
  }

  /** Finds the task of a request that may speak of tasks. */
  function forTask(
    answer: (task: McpTask, request: LegacyRequest, context: MessageContext) => Answer | Promise<Answer>,
  ): Method<LegacyRequest> {
    return async (request, context) => {
      if (!hasTasks(request)) return errorAnswer(request.id, noSuchMethod);
      const { taskId } = request.params;
      const task = typeof taskId === 'string' ? await tasks.get(taskId, ownerOf(context)) : undefined;
      return task === undefined ? errorAnswer(request.id, unknownTask) : answer(task, request, context);
    };
  }
}

/** Answers with exactly what the call would have been answered with, and which task it was. */
function ended(task: McpTask, id: LegacyRequest['id'], textOf: TaskTexts): Answer {
  const { status, result, error } = task;
  if (status === 'cancelled') return errorAnswer(id, cancelledTask);
  if (status === 'failed' || !isObject(result)) return errorAnswer(id, asRpcError(error));
  return sharedAnswer(id, textOf(task));
}

function resultOf({ id, result }: McpTask): object {
  const fields = isObject(result) ? result : noFields;
  const { _meta: meta } = fields;
  return { ...fields, _meta: { ...(isObject(meta) && meta), ...relatedTo(id) } };
}

function hasTasks({ client }: LegacyRequest): boolean {
  return client.dialect.version === tasksVersion;
}

/** Without a name for its caller, or for the user of an app behind that name, a listing would show the tasks of others. */
function mayList({ principal, isCallerKnown }: MessageContext): boolean {
  return principal !== undefined && isCallerKnown;
}

function isGoingOn({ status }: McpTask): boolean {
  return status === 'working' || status === 'input_required';
}

function isTaskWish(task: unknown): task is { readonly ttl?: number } {
  return isObject(task) && (task['ttl'] === undefined || typeof task['ttl'] === 'number');
}
