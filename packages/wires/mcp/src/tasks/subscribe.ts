import type { ServiceTask } from '@toolwire/core/wire';
import type { ModernRequest } from '../revisions/modern-request.ts';
import { ownerOf } from '../rpc/context.ts';
import type { RpcError } from '../rpc/json-rpc.ts';
import { rpcCodes } from '../rpc/json-rpc.ts';
import type { TaskSupport } from './task-support.ts';
import type { TaskTexts } from './task-texts.ts';

const mostTasks = 100;

/** Makes what `subscriptions/listen` needs to tell of tasks. */
export function createSubscribe(
  textOf: TaskTexts,
  problem: (request: ModernRequest) => RpcError | undefined,
): TaskSupport['modern']['subscribe'] {
  return async (wanted, request, context) => {
    // By the extension an error for the whole subscription, whatever else is wanted.
    const undeclared = problem(request);
    if (undeclared !== undefined) return undeclared;
    if (!isListOfIds(wanted)) return noIds;
    const { tasks } = context.service;
    if (tasks === undefined) return undefined;
    const owner = ownerOf(context);
    const found = await Promise.all(wanted.map((id) => tasks.get(id, owner)));
    const taskIds = [...new Set(found.flatMap((task) => task?.id ?? []))];
    return {
      taskIds,
      follow: (tell) => {
        const show = (task: ServiceTask | undefined): void => {
          if (task !== undefined) tell(textOf(task), task.id);
        };
        const following = taskIds.map((id) => tasks.onChange(id, owner, show));
        return () => {
          for (const one of following) {
            void one.then(
              (stop) => stop?.(),
              () => undefined,
            );
          }
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
