import type { Task, Tasks } from '@toolwire/tasks';
import type { ModernRequest } from '../modern/request.ts';
import type { RpcError } from '../rpc/json-rpc.ts';
import { rpcCodes } from '../rpc/json-rpc.ts';
import { encodeDetailedTask } from './encode-task.ts';
import type { TaskSupport } from './task-support.ts';

const mostTasks = 100;

/** Makes what `subscriptions/listen` needs to tell of tasks. */
export function createSubscribe(
  tasks: Tasks,
  problem: (request: ModernRequest) => RpcError | undefined,
): TaskSupport['modern']['subscribe'] {
  return async (wanted, request, { principal }) => {
    // By the extension an error for the whole subscription, whatever else is wanted.
    const undeclared = problem(request);
    if (undeclared !== undefined) return undeclared;
    if (!isListOfIds(wanted)) return noIds;
    const owner = principal?.id;
    const found = await Promise.all(wanted.map((id) => tasks.get(id, owner)));
    const taskIds = [...new Set(found.flatMap((task) => task?.id ?? []))];
    return {
      taskIds,
      follow: (tell) => {
        const show = (task: Task | undefined): void => {
          if (task !== undefined) tell(JSON.stringify(encodeDetailedTask(task)).slice(1, -1), task.id);
        };
        const following = taskIds.map((id) => tasks.onChange(id, owner, show));
        return () => {
          for (const one of following)
            void one.then(
              (stop) => stop?.(),
              () => undefined,
            );
        };
      },
    };
  };
}

function isListOfIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= mostTasks && value.every((id) => typeof id === 'string');
}

const noIds: RpcError = {
  code: rpcCodes.invalidParams,
  message: `The "taskIds" are a list of ${mostTasks} ids of tasks at most`,
};
