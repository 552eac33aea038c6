import { isObject, type ServiceTask } from '@toolwire/core/wire';
import { ownerOf } from '@toolwire/internal';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import { supportedInputKinds } from '../elicitation/client-capabilities.ts';
import { unknownCursor } from '../json-rpc/list-page.ts';
import { notificationText } from '../json-rpc/notifications.ts';
import type { LegacyRequest, MessageContext, Method } from '../json-rpc/requests.ts';
import { errorResponse, type RpcResponse, resultResponse, toResponse, unknownMethod } from '../json-rpc/responses.ts';
import { tasksRevision } from '../json-rpc/revisions.ts';
import type { CallPlan } from '../tools/tool-call.ts';
import type { Challenges } from '../tools/www-authenticate.ts';
import { asCreated, encodeLegacyTask, relatedTaskMeta } from './encode-task.ts';
import {
  createTaskResults,
  invalidTaskParam,
  noSuchMethod,
  notCancelable,
  requestAborted,
  taskRequired,
  taskUnsupported,
} from './legacy-task-responses.ts';
import { type McpTasks, type OwnedTasks, type Report, unknownTask } from './mcp-tasks.ts';
import { startRelay } from './relay-input-requests.ts';

/** Tasks of 2025-11-25, in which the client decides which calls become tasks. */
export function createLegacyTasks(
  settings: ServingSettings,
  challenges: Challenges,
  report: Report,
): McpTasks['legacy'] {
  const encodeTaskResult = createTaskResults(settings, challenges);

  return {
    capabilities: (context) =>
      context.service.tasks === undefined
        ? {}
        : {
            // Which requests may be tasks, and which operations tasks support. MCP-TASK-01
            tasks: { ...(canList(context) && { list: {} }), cancel: {}, requests: { tools: { call: {} } } },
          },
    start(plan, request, context, tasks) {
      if (!hasTasks(request)) return undefined;
      const { task } = request.params;
      const { taskSupport } = plan.tool;
      // Calls without `task` get "method not found" if the tool requires a task. MCP-TASK-02
      if (task === undefined) return taskSupport === 'required' ? errorResponse(request.id, taskRequired) : undefined;
      if (!isTaskParam(task)) return errorResponse(request.id, invalidTaskParam);
      if (taskSupport === undefined) return errorResponse(request.id, taskUnsupported);
      return startTask(plan, task.ttl, request, { tasks, owner: ownerOf(context) });
    },
    methods: [
      ['tasks/get', forTask(get)],
      ['tasks/result', forTask(result)],
      ['tasks/list', list],
      ['tasks/cancel', forTask(cancel)],
    ],
  };

  async function startTask(
    plan: CallPlan,
    ttlMs: number | undefined,
    { id, client }: LegacyRequest,
    owned: OwnedTasks,
  ): Promise<RpcResponse> {
    const { tasks, owner } = owned;
    const { capabilities, relays } = client;
    const askable = capabilities === undefined ? [] : supportedInputKinds(capabilities);
    // The task requests the input of its tool, so that the client can relate it to the task.
    const outcome = await plan.run({ ask: undefined, defer: { afterMs: 0, ttlMs, askable } });
    const task = outcome.kind === 'deferred' ? await tasks.get(outcome.task.id, owner) : undefined;
    // Missing credentials are reported immediately, with an HTTP status where possible. MCP-AUTH-04
    if (task === undefined) return toResponse(id, await plan.reply(outcome));
    if (relays !== undefined) startRelay(client, owned, task, report);
    return resultResponse(
      id,
      JSON.stringify({ task: encodeLegacyTask(asCreated(task)), _meta: relatedTaskMeta(task.id) }),
    );
  }

  async function get(task: ServiceTask, { id }: LegacyRequest): Promise<RpcResponse> {
    return resultResponse(id, JSON.stringify(encodeLegacyTask(task)));
  }

  /** Waits for the end of the task. Sends each status change before the response, where the transport can. */
  async function result(
    currentTask: ServiceTask,
    request: LegacyRequest,
    owned: OwnedTasks,
    context: MessageContext,
  ): Promise<RpcResponse> {
    const { tasks, owner } = owned;
    const { id, client } = request;
    const { id: taskId } = currentTask;
    const { notify, lifetime } = context;
    const { signal } = lifetime;
    const stop =
      notify &&
      (await tasks.onChange(taskId, owner, (task) => {
        if (task !== undefined && isActive(task)) {
          notify(notificationText('notifications/tasks/status', JSON.stringify(encodeLegacyTask(task))));
        }
      }));
    // Over HTTP, and for tasks of an earlier connection, clients receive input requests from here on.
    const stopRelaying = startRelay(client, owned, currentTask, report);
    try {
      // Responds exactly when the task ends. MCP-TASK-06
      const task = await tasks.result(taskId, owner, { signal });
      return task === undefined ? errorResponse(id, unknownTask) : encodeTaskResult(task, request);
    } catch (thrown) {
      if (signal.aborted) return errorResponse(id, requestAborted);
      throw thrown;
    } finally {
      stop?.();
      stopRelaying?.();
    }
  }

  async function list(request: LegacyRequest, context: MessageContext): Promise<RpcResponse> {
    const { id, params } = request;
    const { tasks } = context.service;
    if (tasks === undefined || !hasTasks(request)) return unknownMethod(id);
    if (!canList(context)) return errorResponse(id, noSuchMethod);
    const { cursor } = params;
    const isCursor = cursor === undefined || typeof cursor === 'string';
    const page = isCursor ? await tasks.list(ownerOf(context), cursor) : undefined;
    if (page === undefined) return errorResponse(id, unknownCursor);
    // With a cursor if there are more. MCP-TASK-08
    const { nextCursor } = page;
    return resultResponse(id, JSON.stringify({ tasks: page.tasks.map(encodeLegacyTask), nextCursor }));
  }

  async function cancel(task: ServiceTask, { id }: LegacyRequest, { tasks, owner }: OwnedTasks): Promise<RpcResponse> {
    const cancellation = await tasks.cancel(task.id, owner);
    if (cancellation === undefined) return errorResponse(id, unknownTask);
    const encodedTask = encodeLegacyTask(cancellation.task);
    // An ended task is unchanged. MCP-TASK-09
    return cancellation.changed
      ? resultResponse(id, JSON.stringify(encodedTask))
      : errorResponse(id, notCancelable(encodedTask['status']));
  }

  /** Resolves the task of a request, if the client's revision has tasks. */
  function forTask(
    answer: (
      task: ServiceTask,
      request: LegacyRequest,
      owned: OwnedTasks,
      context: MessageContext,
    ) => Promise<RpcResponse>,
  ): Method<LegacyRequest> {
    return async (request, context) => {
      const { tasks } = context.service;
      if (tasks === undefined || !hasTasks(request)) return unknownMethod(request.id);
      const { taskId } = request.params;
      const owner = ownerOf(context);
      const task = typeof taskId === 'string' ? await tasks.get(taskId, owner) : undefined;
      return task === undefined
        ? errorResponse(request.id, unknownTask)
        : answer(task, request, { tasks, owner }, context);
    };
  }
}

function hasTasks({ client }: LegacyRequest): boolean {
  return client.revision === tasksRevision;
}

/** Without an identified caller, a list would contain the tasks of other callers. */
function canList({ principal, isCallerKnown }: MessageContext): boolean {
  return principal !== undefined && isCallerKnown;
}

function isActive({ status }: ServiceTask): boolean {
  return status === 'working' || status === 'input_required';
}

function isTaskParam(task: unknown): task is { readonly ttl?: number } {
  return isObject(task) && (task['ttl'] === undefined || typeof task['ttl'] === 'number');
}
