import type { InputAnswer, InputAnswers } from '@toolwire/core';
import { isObject, type ServiceTask, type ServiceTasks } from '@toolwire/core/wire';
import { ownerOf, rpcCodes } from '@toolwire/internal';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import { supportedInputKinds } from '../elicitation/client-capabilities.ts';
import { readAnswer } from '../elicitation/input-answers.ts';
import { invalidParams, type RpcError } from '../json-rpc/errors.ts';
import { requestsResultMeta } from '../json-rpc/message.ts';
import type { MessageContext, Method, ModernRequest } from '../json-rpc/requests.ts';
import {
  errorResponse,
  type RpcResponse,
  resultResponse,
  sharedResponse,
  toResponse,
  unknownModernMethod,
} from '../json-rpc/responses.ts';
import { modernRevision, resultTypes } from '../json-rpc/revisions.ts';
import { metaOf, serverMetaOf } from '../tools/encode-result.ts';
import type { CallPlan } from '../tools/tool-call.ts';
import type { Challenges } from '../tools/www-authenticate.ts';
import { encodeDetailedTask, encodeTask } from './encode-task.ts';
import {
  followTask,
  type McpTasks,
  type OwnedTasks,
  type Report,
  type TaskSubscription,
  unknownTask,
} from './mcp-tasks.ts';
import { createTaskTextCache } from './task-text-cache.ts';

const extension = 'io.modelcontextprotocol/tasks';

/** The extension `io.modelcontextprotocol/tasks` (SEP-2663), in which the server decides which calls become tasks. */
export function createModernTasks(
  settings: ServingSettings,
  challenges: Challenges,
  report: Report,
): McpTasks['modern'] {
  const { taskAfterMs, artifactLinks } = settings;
  const serverMeta = serverMetaOf(settings);
  const meta = metaOf(serverMeta);
  // An empty result. MCP-TASKX-07
  const acknowledged = `{${resultTypes.complete},${meta}}`;

  const replyOptions = { revision: modernRevision, artifactLinks, callMeta: serverMeta, challenges };
  const plainText = createTaskTextCache((task) =>
    encodeDetailedTask(task, { ...replyOptions, includesResultMeta: false }),
  );
  const textWithResultMeta = createTaskTextCache((task) =>
    encodeDetailedTask(task, { ...replyOptions, includesResultMeta: true }),
  );

  return {
    capabilities: ({ service }) => (service.tasks === undefined ? {} : { extensions: { [extension]: {} } }),
    start(plan, request, context, tasks) {
      // Only clients that declare the extension receive tasks. MCP-TASKX-01
      if (declaresTasks(request)) return startTask(plan, request, tasks, ownerOf(context));
      // Error -32021 names the extension. MCP-TASKX-02
      return plan.tool.taskSupport === 'required' ? errorResponse(request.id, undeclared, 400) : undefined;
    },
    methods: [
      ['tasks/get', forTask(get)],
      ['tasks/update', forTask(update)],
      ['tasks/cancel', forTask(cancel)],
    ],
    subscribe,
  };

  // A call that ends or requests input quickly needs no task.
  async function startTask(
    plan: CallPlan,
    { id, capabilities }: ModernRequest,
    tasks: ServiceTasks,
    owner: string | undefined,
  ): Promise<RpcResponse> {
    // Tasks have no log lines, and progress becomes the status message. MCP-TASKX-09
    const outcome = await plan.run({ defer: { afterMs: taskAfterMs, askable: supportedInputKinds(capabilities) } });
    // The task is stored before the response is sent. MCP-TASKX-03
    const task = outcome.kind === 'deferred' ? await tasks.get(outcome.task.id, owner) : undefined;
    if (task === undefined) return toResponse(id, await plan.reply(outcome));
    return resultResponse(id, `{${resultTypes.task},${members(encodeTask(task))},${meta}}`);
  }

  async function get(task: ServiceTask, request: ModernRequest): Promise<RpcResponse> {
    const textOf = requestsResultMeta(request) ? textWithResultMeta : plainText;
    return sharedResponse(request.id, textOf(task), `,${resultTypes.complete},${meta}`);
  }

  async function update(task: ServiceTask, request: ModernRequest, owned: OwnedTasks): Promise<RpcResponse> {
    const { id, params } = request;
    const read = readAnswers(params['inputResponses'], task);
    if (!read.ok) return errorResponse(id, read.error);
    await owned.tasks.answer(task.id, owned.owner, read.answers);
    return resultResponse(id, acknowledged);
  }

  async function cancel(task: ServiceTask, { id }: ModernRequest, { tasks, owner }: OwnedTasks): Promise<RpcResponse> {
    await tasks.cancel(task.id, owner);
    return resultResponse(id, acknowledged);
  }

  async function subscribe(
    wanted: unknown,
    request: ModernRequest,
    context: MessageContext,
  ): Promise<TaskSubscription | RpcError | undefined> {
    // The extension requires an error for the whole subscription.
    if (!declaresTasks(request)) return undeclared;
    if (!isIdList(wanted)) return invalidTaskIds;
    const { tasks } = context.service;
    if (tasks === undefined) return undefined;
    const owner = ownerOf(context);
    const wantedTasks = await Promise.all(wanted.map((id) => tasks.get(id, owner)));
    const taskIds = [...new Set(wantedTasks.flatMap((task) => task?.id ?? []))];
    return {
      taskIds,
      follow: (notify) => {
        const show = (task: ServiceTask | undefined): void => {
          if (task !== undefined) notify(plainText(task), task.id);
        };
        const stops = taskIds.map((id) => followTask({ tasks, owner }, id, show, report));
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  }

  /** Resolves the task of a request, if the client declares the extension. */
  function forTask(
    answer: (task: ServiceTask, request: ModernRequest, owned: OwnedTasks) => Promise<RpcResponse>,
  ): Method<ModernRequest> {
    return async (request, context) => {
      const { tasks } = context.service;
      if (tasks === undefined) return unknownModernMethod(request.id);
      if (!declaresTasks(request)) return errorResponse(request.id, undeclared, 400);
      const { taskId } = request.params;
      const owner = ownerOf(context);
      // Authorized on every request. MCP-TASKX-10
      const task = typeof taskId === 'string' ? await tasks.get(taskId, owner) : undefined;
      return task === undefined ? errorResponse(request.id, unknownTask) : answer(task, request, { tasks, owner });
    };
  }
}

function declaresTasks({ capabilities }: ModernRequest): boolean {
  const { extensions } = capabilities;
  return isObject(extensions) && isObject(extensions[extension]);
}

/** The members of an object as JSON text. */
function members(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

const undeclared: RpcError = {
  code: rpcCodes.missingCapability,
  message: `Tasks need a client that declares the extension ${extension}`,
  data: { requiredCapabilities: { extensions: { [extension]: {} } } },
};

const maxSubscribedTasks = 100;

function isIdList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= maxSubscribedTasks && value.every((id) => typeof id === 'string');
}

const invalidTaskIds: RpcError = invalidParams(`"taskIds" must be a list of at most ${maxSubscribedTasks} task IDs`);

/** A client's answers to the input requests of a task, or the error for invalid ones. */
type ReadAnswers =
  | { readonly ok: true; readonly answers: InputAnswers }
  | { readonly ok: false; readonly error: RpcError };

/** Decodes answers. Unknown keys are ignored. One invalid answer rejects all of them. */
function readAnswers(sent: unknown, { requests = {} }: ServiceTask): ReadAnswers {
  if (!isObject(sent)) return invalidAnswers('"inputResponses" must be an object with an answer for each key');
  const answers: [string, InputAnswer][] = [];
  for (const [key, request] of Object.entries(requests)) {
    if (!Object.hasOwn(sent, key)) continue;
    const answer = readAnswer(request, sent[key]);
    if (answer === undefined) return invalidAnswers(`The answer for '${key}' does not match the requested input`);
    answers.push([key, answer]);
  }
  return { ok: true, answers: Object.fromEntries(answers) };
}

function invalidAnswers(message: string): ReadAnswers {
  return { ok: false, error: invalidParams(message) };
}
