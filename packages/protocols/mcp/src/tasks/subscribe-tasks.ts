import type { ServiceTask } from '@toolwire/core/wire';
import { ownerOf } from '@toolwire/internal';
import { invalidParams, type RpcError } from '../json-rpc/json-rpc.ts';
import type { ModernRequest } from '../json-rpc/requests.ts';
import { followTask, type McpTasks, type Report } from './mcp-tasks.ts';
import type { TaskTextCache } from './task-text-cache.ts';

const maxTasks = 100;

/** Creates the task part of `subscriptions/listen`. */
export function createTaskSubscribe(
  textOf: TaskTextCache,
  findProblem: (request: ModernRequest) => RpcError | undefined,
  report: Report,
): McpTasks['modern']['subscribe'] {
  return async (wanted, request, context) => {
    // The extension requires an error for the whole subscription.
    const problem = findProblem(request);
    if (problem !== undefined) return problem;
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
          if (task !== undefined) notify(textOf(task), task.id);
        };
        const stops = taskIds.map((id) => followTask({ tasks, owner }, id, show, report));
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  };
}

function isIdList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= maxTasks && value.every((id) => typeof id === 'string');
}

const invalidTaskIds: RpcError = invalidParams(`"taskIds" must be a list of at most ${maxTasks} task IDs`);
