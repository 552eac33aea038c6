import type { InputAnswers, InputRequests } from '@toolwire/core';
import type { JsonObject, Task, TaskContext, Tasks } from '@toolwire/tasks';
import type { MessageContext, Method } from '../context.ts';
import {
  type Answer,
  answerWith,
  errorAnswer,
  notificationText,
  resultAnswer,
  type RpcError,
  rpcCodes,
} from '../json-rpc.ts';
import { type Fields, isObject } from '../json-shape.ts';
import type { AskClient, LegacyRequest } from '../legacy/request.ts';
import { askByTask, type AskingTask, createCallRun } from './call-run.ts';
import { asRpcError, encodeLegacyTask } from './encode-task.ts';
import { refuseStart } from './refuse-start.ts';
import { unknownTask } from './task-errors.ts';
import type { CallPlan, EraTasks } from './task-support.ts';

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
      if (request.client.dialect.version !== tasksVersion) return undefined;
      const { task } = request.params;
      const { taskSupport } = plan.tool;
      if (task === undefined) return taskSupport === 'required' ? errorAnswer(request.id, onlyAsTask) : undefined;
      if (!isTaskWish(task)) return errorAnswer(request.id, wrongWish);
      if (taskSupport === undefined) return errorAnswer(request.id, neverAsTask);
      return begin(plan, task.ttl, request, context);
    },
    methods: [
      ['tasks/get', forTask(async (task, { id }) => resultAnswer(id, JSON.stringify(encodeLegacyTask(task))))],
      ['tasks/result', forTask(result)],
      ['tasks/list', list],
      ['tasks/cancel', forTask(cancel)],
    ],
  };

  async function begin(
    plan: CallPlan,
    ttlMs: number | undefined,
    { id, client }: LegacyRequest,
    { principal }: MessageContext,
  ): Promise<Answer> {
    const owner = principal?.id;
    const run = createCallRun(plan, askingOf(client.ask, owner));
    run.announce();
    const start = await tasks.start({ owner, ttlMs, run: run.work });
    if (!start.started) return answerWith(id, await plan.reply(refuseStart(start.reason, plan)));
    return resultAnswer(id, JSON.stringify({ task: encodeLegacyTask(start.task), _meta: relatedTo(start.task) }));
  }

  /** Where requests can be sent to the client, they are, and the task requires input meanwhile. */
  function askingOf(askClient: AskClient | undefined, owner: string | undefined): AskingTask {
    return {
      canAsk: () => askClient !== undefined,
      ask: async (requests, context) => {
        if (askClient === undefined) throw new TypeError('Nobody can be asked.');
        return askBoth(requests, context, owner, askClient);
      },
    };
  }
}
