import type { InputRequests } from '@toolwire/core';
import { undeclaredCapabilities } from '../asking/input-requests.ts';
import type { CallPlan } from '../calling/call-plan.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import { type MessageContext, type Method, ownerOf } from '../rpc/context.ts';
import {
  type Answer,
  answerWith,
  errorAnswer,
  type RpcError,
  resultAnswer,
  rpcCodes,
  sharedAnswer,
} from '../rpc/json-rpc.ts';
import { isObject } from '../rpc/json-shape.ts';
import type { McpTask, McpTasks } from '../settings/mcp-tasks.ts';
import { askByTask, createCallRun } from './call-run.ts';
import { encodeDetailedTask, encodeTask } from './encode-task.ts';
import { inTime } from './in-time.ts';
import { readAnswers } from './read-answers.ts';
import { refuseStart } from './refuse-start.ts';
import { createSubscribe } from './subscribe.ts';
import { unknownTask } from './task-errors.ts';
import type { TaskSupport } from './task-support.ts';
import { createTaskTexts } from './task-texts.ts';

/** What the tasks of 2026-07-28 are served with. */
export interface ModernTasksOptions {
  readonly tasks: McpTasks;
  /** How long a call may take to be answered at once. */
  readonly taskAfterMs: number;
  /** Who the server is, as a member of `_meta`, after a comma. */
  readonly serverMeta: string;
}

const extension = 'io.modelcontextprotocol/tasks';

/** The extension `io.modelcontextprotocol/tasks` (SEP-2663): the server decides which calls become tasks. */
export function createModernTasks({ tasks, taskAfterMs, serverMeta }: ModernTasksOptions): TaskSupport['modern'] {
  const meta = `"_meta":{${serverMeta.slice(1)}}`;
  // MCP-TASKX-07: an empty result.
  const acknowledged = `{"resultType":"complete",${meta}}`;

  const textOf = createTaskTexts(encodeDetailedTask);

  return {
    capabilities: () => ({ extensions: { [extension]: {} } }),
    begin(plan, request, context) {
      const { taskSupport } = plan.tool;
      if (taskSupport === undefined) return undefined;
      // MCP-TASKX-01: a client that has not declared the extension never gets a task.
      if (declaresTasks(request)) return begin(plan, request, context);
      // MCP-TASKX-02: -32021, with the extension that it takes.
      return taskSupport === 'required' ? errorAnswer(request.id, undeclared, 400) : undefined;
    },
    methods: [
      ['tasks/get', forTask(get)],
      ['tasks/update', forTask(update)],
      ['tasks/cancel', forTask(cancel)],
    ],
    subscribe: createSubscribe(tasks, textOf, (request) => (declaresTasks(request) ? undefined : undeclared)),
  };

  // What ends or asks at once needs no task: its caller gets the answer, or the questions, as without one.
  async function begin(plan: CallPlan, request: ModernRequest, context: MessageContext): Promise<Answer> {
    const owner = ownerOf(context);
    const { id, capabilities } = request;
    const run = createCallRun(plan, {
      canAsk: (requests: InputRequests) => undeclaredCapabilities(requests, capabilities) === undefined,
      ask: askByTask,
    });
    // MCP-TASKX-03: resolves once the task is kept.
    const start = await tasks.start({ owner, run: run.work });
    if (!start.started) return answerWith(id, await plan.reply(refuseStart(start.reason, plan)));
    const { task } = start;
    const { signal } = context.lifetime;
    const early = await inTime(run.early, taskAfterMs, signal, run.announce);
    // A caller who leaves before there is a task for it has cancelled the call.
    if (early !== undefined || signal.aborted) await tasks.remove(task.id, owner);
    if (early !== undefined) return answerWith(id, await early.reply);
    const announced = (await tasks.get(task.id, owner)) ?? task;
    return resultAnswer(id, `{"resultType":"task",${members(encodeTask(announced))},${meta}}`);
  }

  async function get(task: McpTask, { id }: ModernRequest): Promise<Answer> {
    return sharedAnswer(id, textOf(task), `,"resultType":"complete",${meta}`);
  }

  async function update(task: McpTask, { id, params }: ModernRequest, owner: string | undefined): Promise<Answer> {
    const read = readAnswers(params['inputResponses'], task);
    if (!read.ok) return errorAnswer(id, read.error);
    await tasks.answer(task.id, owner, read.answers);
    return resultAnswer(id, acknowledged);
  }

  async function cancel(task: McpTask, { id }: ModernRequest, owner: string | undefined): Promise<Answer> {
    await tasks.cancel(task.id, owner);
    return resultAnswer(id, acknowledged);
  }

  /** Finds the task of a request that may speak of tasks. */
  function forTask(
    answer: (task: McpTask, request: ModernRequest, owner: string | undefined) => Promise<Answer>,
  ): Method<ModernRequest> {
    return async (request, context) => {
      if (!declaresTasks(request)) return errorAnswer(request.id, undeclared, 400);
      const { taskId } = request.params;
      const owner = ownerOf(context);
      // MCP-TASKX-10: on every request, by who has sent it.
      const task = typeof taskId === 'string' ? await tasks.get(taskId, owner) : undefined;
      return task === undefined ? errorAnswer(request.id, unknownTask) : answer(task, request, owner);
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
