import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';
import { askableBy } from '../asking/askable.ts';
import type { CallPlan } from '../calling/call-plan.ts';
import { modernDialect } from '../revisions/dialect.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import { type Method, ownerOf } from '../rpc/context.ts';
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
import { asksForOrigin } from '../rpc/meta-keys.ts';
import { encodeDetailedTask, encodeTask } from './encode-task.ts';
import { readAnswers } from './read-answers.ts';
import { createSubscribe } from './subscribe.ts';
import { unknownTask } from './task-errors.ts';
import type { ReplyTerms } from './task-reply.ts';
import type { TaskSupport } from './task-support.ts';
import { createTaskTexts } from './task-texts.ts';

/** What the tasks of 2026-07-28 are served with. */
export interface ModernTasksOptions extends Pick<ReplyTerms, 'artifactLinks' | 'challenges'> {
  /** How long a call may take to be answered at once. */
  readonly taskAfterMs: number;
  /** Whether every client is told what a result was. */
  readonly resultMeta: boolean;
  /** Who the server is, as a member of `_meta`, after a comma. */
  readonly serverMeta: string;
}

const extension = 'io.modelcontextprotocol/tasks';

/** The extension `io.modelcontextprotocol/tasks` (SEP-2663): the server decides which calls become tasks. */
export function createModernTasks(options: ModernTasksOptions): TaskSupport['modern'] {
  const { taskAfterMs, serverMeta, resultMeta, artifactLinks, challenges } = options;
  const meta = `"_meta":{${serverMeta.slice(1)}}`;
  // MCP-TASKX-07: an empty result.
  const acknowledged = `{"resultType":"complete",${meta}}`;

  const terms = { dialect: modernDialect, artifactLinks, callMeta: serverMeta, challenges };
  const plainText = createTaskTexts((task) => encodeDetailedTask(task, { ...terms, tellsOrigin: resultMeta }));
  const textWithOrigin = createTaskTexts((task) => encodeDetailedTask(task, { ...terms, tellsOrigin: true }));

  return {
    capabilities: ({ service }) => (service.tasks === undefined ? {} : { extensions: { [extension]: {} } }),
    begin(plan, request, context) {
      const { taskSupport } = plan.tool;
      const { tasks } = context.service;
      if (taskSupport === undefined || tasks === undefined) return undefined;
      // MCP-TASKX-01: a client that has not declared the extension never gets a task.
      if (declaresTasks(request)) return begin(plan, request, tasks, ownerOf(context));
      // MCP-TASKX-02: -32021, with the extension that it takes.
      return taskSupport === 'required' ? errorAnswer(request.id, undeclared, 400) : undefined;
    },
    methods: [
      ['tasks/get', forTask(get)],
      ['tasks/update', forTask(update)],
      ['tasks/cancel', forTask(cancel)],
    ],
    subscribe: createSubscribe(plainText, (request) => (declaresTasks(request) ? undefined : undeclared)),
  };

  // What ends or asks at once needs no task: its caller gets the answer, or the questions, as without one.
  async function begin(
    plan: CallPlan,
    { id, capabilities }: ModernRequest,
    tasks: ServiceTasks,
    owner: string | undefined,
  ): Promise<Answer> {
    // MCP-TASKX-09: log lines have no place on a task, and progress becomes its words.
    const outcome = await plan.run({ defer: { afterMs: taskAfterMs, askable: askableBy(capabilities) } });
    // MCP-TASKX-03: the task is kept by now.
    const task = outcome.kind === 'deferred' ? await tasks.get(outcome.task.id, owner) : undefined;
    if (task === undefined) return answerWith(id, await plan.reply(outcome));
    return resultAnswer(id, `{"resultType":"task",${members(encodeTask(task))},${meta}}`);
  }

  async function get(task: ServiceTask, request: ModernRequest): Promise<Answer> {
    const textOf = asksForOrigin(request) ? textWithOrigin : plainText;
    return sharedAnswer(request.id, textOf(task), `,"resultType":"complete",${meta}`);
  }

  async function update(task: ServiceTask, request: ModernRequest, owned: OwnedTasks): Promise<Answer> {
    const { id, params } = request;
    const read = readAnswers(params['inputResponses'], task);
    if (!read.ok) return errorAnswer(id, read.error);
    await owned.tasks.answer(task.id, owned.owner, read.answers);
    return resultAnswer(id, acknowledged);
  }

  async function cancel(task: ServiceTask, { id }: ModernRequest, { tasks, owner }: OwnedTasks): Promise<Answer> {
    await tasks.cancel(task.id, owner);
    return resultAnswer(id, acknowledged);
  }

  /** Finds the task of a request that may speak of tasks. */
  function forTask(
    answer: (task: ServiceTask, request: ModernRequest, owned: OwnedTasks) => Promise<Answer>,
  ): Method<ModernRequest> {
    return async (request, context) => {
      if (!declaresTasks(request)) return errorAnswer(request.id, undeclared, 400);
      const { taskId } = request.params;
      const owner = ownerOf(context);
      const { tasks } = context.service;
      // MCP-TASKX-10: on every request, by who has sent it.
      const task = typeof taskId === 'string' ? await tasks?.get(taskId, owner) : undefined;
      return task === undefined || tasks === undefined
        ? errorAnswer(request.id, unknownTask)
        : answer(task, request, { tasks, owner });
    };
  }
}

/** The tasks of a server, to one of their owners. */
interface OwnedTasks {
  readonly tasks: ServiceTasks;
  readonly owner: string | undefined;
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
