import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';
import { askableBy } from '../asking/askable.ts';
import type { CallPlan } from '../calling/call-plan.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import { type MessageContext, type Method, ownerOf } from '../rpc/context.ts';
import { type Answer, answerWith, errorAnswer, notificationText, resultAnswer } from '../rpc/json-rpc.ts';
import { isObject } from '../rpc/json-shape.ts';
import { asBegun, encodeLegacyTask } from './encode-task.ts';
import { createEndings, type EndingOptions } from './legacy-task-endings.ts';
import {
  neverAsTask,
  nobodyWaits,
  noSuchMethod,
  onlyAsTask,
  tooLateToCancel,
  unknownCursor,
  wrongWish,
} from './legacy-task-errors.ts';
import { relatedTo } from './related-task.ts';
import { relayQuestions } from './relay-questions.ts';
import { unknownTask } from './task-errors.ts';
import type { TaskSupport } from './task-support.ts';

/** The one revision of this era that has tasks. */
const tasksVersion = '2025-11-25';

/** The tasks of 2025-11-25: the client decides which calls become tasks. */
export function createLegacyTasks(options: EndingOptions): TaskSupport['legacy'] {
  const answerEnded = createEndings(options);

  return {
    capabilities: (context) =>
      context.service.tasks === undefined
        ? {}
        : {
            // MCP-TASK-01: which requests may be tasks, and what may be done with them.
            tasks: { ...(mayList(context) && { list: {} }), cancel: {}, requests: { tools: { call: {} } } },
          },
    begin(plan, request, context) {
      const { tasks } = context.service;
      if (tasks === undefined || !hasTasks(request)) return undefined;
      const { task } = request.params;
      const { taskSupport } = plan.tool;
      // MCP-TASK-02: a method that is not there for calls which want no task.
      if (task === undefined) return taskSupport === 'required' ? errorAnswer(request.id, onlyAsTask) : undefined;
      if (!isTaskWish(task)) return errorAnswer(request.id, wrongWish);
      if (taskSupport === undefined) return errorAnswer(request.id, neverAsTask);
      return begin(plan, task.ttl, request, { tasks, owner: ownerOf(context) });
    },
    methods: [
      ['tasks/get', forTask(get)],
      ['tasks/result', forTask(result)],
      ['tasks/list', list],
      ['tasks/cancel', forTask(cancel)],
    ],
  };

  async function begin(
    plan: CallPlan,
    ttlMs: number | undefined,
    { id, client }: LegacyRequest,
    { tasks, owner }: OwnedTasks,
  ): Promise<Answer> {
    const { ask, capabilities, isAskedByRequest = false } = client;
    const canBeAsked = ask !== undefined || isAskedByRequest;
    const askable = canBeAsked && capabilities !== undefined ? askableBy(capabilities) : [];
    // What the tool asks for is the task's to ask: its client hears of it as of something of the task.
    const outcome = await plan.run({ ask: undefined, defer: { afterMs: 0, ttlMs, askable } });
    const task = outcome.kind === 'deferred' ? await tasks.get(outcome.task.id, owner) : undefined;
    // MCP-AUTH-04: a caller who lacks something is told at once, by HTTP where it can be.
    if (task === undefined) return answerWith(id, await plan.reply(outcome));
    if (ask !== undefined && !isAskedByRequest) relayQuestions(tasks, task, owner, ask);
    return resultAnswer(id, JSON.stringify({ task: encodeLegacyTask(asBegun(task)), _meta: relatedTo(task.id) }));
  }

  async function get(task: ServiceTask, { id }: LegacyRequest): Promise<Answer> {
    return resultAnswer(id, JSON.stringify(encodeLegacyTask(task)));
  }

  /** Waits for the end of the task, and tells of each step before it where something can be sent ahead of the answer. */
  async function result(
    followed: ServiceTask,
    request: LegacyRequest,
    { tasks, owner }: OwnedTasks,
    context: MessageContext,
  ): Promise<Answer> {
    const { id, client } = request;
    const { id: taskId } = followed;
    const { notify, lifetime } = context;
    const { signal } = lifetime;
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
      return task === undefined ? errorAnswer(id, unknownTask) : answerEnded(task, request);
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
    const { tasks } = context.service;
    if (tasks === undefined || !hasTasks(request) || !mayList(context)) return errorAnswer(id, noSuchMethod);
    const { cursor } = params;
    const isCursor = cursor === undefined || typeof cursor === 'string';
    const page = isCursor ? await tasks.list(ownerOf(context), cursor) : undefined;
    if (page === undefined) return errorAnswer(id, unknownCursor);
    // MCP-TASK-08: where there are more.
    const { nextCursor } = page;
    return resultAnswer(id, JSON.stringify({ tasks: page.tasks.map(encodeLegacyTask), nextCursor }));
  }

  async function cancel(task: ServiceTask, { id }: LegacyRequest, { tasks, owner }: OwnedTasks): Promise<Answer> {
    const cancelled = await tasks.cancel(task.id, owner);
    if (cancelled === undefined) return errorAnswer(id, unknownTask);
    const written = encodeLegacyTask(cancelled.task);
    // MCP-TASK-09: one that has ended stays as it is.
    return cancelled.changed
      ? resultAnswer(id, JSON.stringify(written))
      : errorAnswer(id, tooLateToCancel(written['status']));
  }

  /** Finds the task of a request that may speak of tasks. */
  function forTask(
    answer: (task: ServiceTask, request: LegacyRequest, owned: OwnedTasks, context: MessageContext) => Promise<Answer>,
  ): Method<LegacyRequest> {
    return async (request, context) => {
      if (!hasTasks(request)) return errorAnswer(request.id, noSuchMethod);
      const { taskId } = request.params;
      const { tasks } = context.service;
      const owner = ownerOf(context);
      const task = typeof taskId === 'string' ? await tasks?.get(taskId, owner) : undefined;
      return task === undefined || tasks === undefined
        ? errorAnswer(request.id, unknownTask)
        : answer(task, request, { tasks, owner }, context);
    };
  }
}

/** The tasks of a server, to one of their owners. */
interface OwnedTasks {
  readonly tasks: ServiceTasks;
  readonly owner: string | undefined;
}

function hasTasks({ client }: LegacyRequest): boolean {
  return client.dialect.version === tasksVersion;
}

/** Without a name for its caller, or for the user of an app behind that name, a listing would show the tasks of others. */
function mayList({ principal, isCallerKnown }: MessageContext): boolean {
  return principal !== undefined && isCallerKnown;
}

function isGoingOn({ status }: ServiceTask): boolean {
  return status === 'working' || status === 'input_required';
}

function isTaskWish(task: unknown): task is { readonly ttl?: number } {
  return isObject(task) && (task['ttl'] === undefined || typeof task['ttl'] === 'number');
}
