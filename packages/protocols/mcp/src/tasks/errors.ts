import { internalError, invalidParams, type RpcError, rpcCodes } from '../json-rpc/json-rpc.ts';

/** For a call without `task` of a tool that requires it. */
export const taskRequired: RpcError = {
  code: rpcCodes.methodNotFound,
  message: 'This tool only runs as a task. Call it with the parameter "task", such as { "ttl": 60000 }.',
};

/** For a call with `task` of a tool that doesn't support it. */
export const taskUnsupported: RpcError = {
  code: rpcCodes.methodNotFound,
  message: 'This tool does not run as a task. Call it without the parameter "task".',
};

/** For an invalid `task` parameter. */
export const invalidTaskParam: RpcError = invalidParams(
  'The "task" must be an object, and its "ttl" a number of milliseconds or omitted',
);

/** For callers that have no tasks or may not list them. */
export const noSuchMethod: RpcError = {
  code: rpcCodes.methodNotFound,
  message: 'This method is not available to this caller',
};

/** For the result of a canceled task. */
export const canceledTask: RpcError = invalidParams('The task was canceled and has no result');

/** For a client that disconnected. It is never read. */
export const requestAborted: RpcError = internalError('The client has disconnected');

/** For canceling a task that has ended. */
export function notCancelable(status: unknown): RpcError {
  return invalidParams(`The task can't be canceled. Its status is "${String(status)}"`);
}

/** For an unknown task. The message is the same whether or not another caller owns it. */
export const unknownTask: RpcError = invalidParams(
  // Reveals nothing about the owner. MCP-TASKX-08
  'Unknown "taskId". The task does not exist, has expired, or belongs to another caller.',
);
