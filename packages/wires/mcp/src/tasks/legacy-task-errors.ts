import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';

/** For a call without a task, where the tool knows no other. */
export const onlyAsTask: RpcError = {
  code: rpcCodes.methodNotFound,
  message: 'This tool runs as a task only. Call it with the parameter "task", such as { "ttl": 60000 }.',
};

/** For a call as a task, where the tool knows none. */
export const neverAsTask: RpcError = {
  code: rpcCodes.methodNotFound,
  message: 'This tool does not run as a task. Call it without the parameter "task".',
};

/** For a wish for a task that cannot be read. */
export const wrongWish: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'The "task" is an object, and its "ttl" a number of milliseconds or left out',
};

/** For whoever has no tasks, or may not list them. */
export const noSuchMethod: RpcError = {
  code: rpcCodes.methodNotFound,
  message: 'There is no such method for this caller',
};

/** For a cursor that no page has named. */
export const unknownCursor: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'The "cursor" leads nowhere. Begin again without one.',
};

/** For the result of a task that was cancelled. */
export const cancelledTask: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'The task was cancelled, and has no result',
};

/** For a client that waits no longer: nobody reads it. */
export const nobodyWaits: RpcError = { code: rpcCodes.internal, message: 'The client waits no longer' };

/** For a task that has ended, and cannot be cancelled. */
export function tooLateToCancel(status: unknown): RpcError {
  return { code: rpcCodes.invalidParams, message: `The task cannot be cancelled: it is ${String(status)}` };
}
