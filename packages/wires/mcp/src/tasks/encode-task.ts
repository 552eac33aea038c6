import { encodeInputRequests } from '../asking/input-requests.ts';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import { type Fields, isObject } from '../rpc/json-shape.ts';
import type { McpTask } from '../settings/mcp-tasks.ts';
import { isErrorResult } from './task-end.ts';

/** Writes a task as the extension for 2026-07-28 has it, with what that status brings along. */
export function encodeDetailedTask(task: McpTask): Fields {
  const { status, requests, result, error } = task;
  return {
    // MCP-TASKX-04: and what goes with the status.
    ...encodeTask(task),
    ...(status === 'input_required' &&
      requests !== undefined && {
        // The same however often the task is read.
        inputRequests: encodeInputRequests(requests, (key) => `${task.id}:${key}`),
      }),
    ...(status === 'completed' && { result }),
    ...(status === 'failed' && { error: asRpcError(error) }),
  };
}

/** Writes a task as the extension for 2026-07-28 has it, when it is handed out. */
export function encodeTask(task: McpTask): Fields {
  return { ...head(task), ttlMs: task.ttlMs, pollIntervalMs: task.pollIntervalMs };
}

/** Writes a task as 2025-11-25 has it, where a result that tells of an error is a failure. */
export function encodeLegacyTask(task: McpTask): Fields {
  // MCP-TASK-05: its times are those of every task; how long it is kept has a name of its own here.
  const status = isErrorResult(task.result) ? 'failed' : task.status;
  return { ...head(task), status, ttl: task.ttlMs, pollInterval: task.pollIntervalMs };
}

/** The error of a task that failed; one whose work failed unexpectedly has none of JSON-RPC. */
export function asRpcError(error: McpTask['error']): RpcError {
  return isObject(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string'
    ? { ...error, code: error['code'], message: error['message'] }
    : { code: rpcCodes.internal, message: 'The call failed unexpectedly.' };
}

function head({ id, status, message, createdAt, updatedAt }: McpTask): Fields {
  return {
    taskId: id,
    status,
    ...(message !== undefined && { statusMessage: message }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
  };
}
