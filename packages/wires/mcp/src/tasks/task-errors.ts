import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';

/** Says that there is no such task, in the same words whoever's it may be. */
export const unknownTask: RpcError = {
  // MCP-TASKX-08: -32602, and nothing about whose it was.
  code: rpcCodes.invalidParams,
  message: 'There is no task of that "taskId" for this caller. It may never have been, or its time is over.',
};
