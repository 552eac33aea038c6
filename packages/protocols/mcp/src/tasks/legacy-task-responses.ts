import { type Fields, isObject, type ServiceTask } from '@toolwire/core/wire';
import { rpcCodes } from '@toolwire/internal';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import { internalError, invalidParams, type RpcError } from '../json-rpc/errors.ts';
import { noFields, requestsResultMeta } from '../json-rpc/message.ts';
import type { LegacyRequest } from '../json-rpc/requests.ts';
import { errorResponse, type Reply, type RpcResponse, resultResponse, sharedResponse } from '../json-rpc/responses.ts';
import { tasksRevision } from '../json-rpc/revisions.ts';
import type { Challenges } from '../tools/www-authenticate.ts';
import { hasSucceeded, type ReplyOptions, relatedTaskMeta, replyOf } from './encode-task.ts';
import { createTaskTextCache } from './task-text-cache.ts';

/** Encodes the same response as the call itself, plus the ID of the task. */
type EncodeTaskResult = (task: ServiceTask, request: LegacyRequest) => RpcResponse;

/** Creates the encoder for results of ended tasks. */
export function createTaskResults({ artifactLinks }: ServingSettings, challenges: Challenges): EncodeTaskResult {
  const options = { revision: tasksRevision, artifactLinks, callMeta: '', challenges };
  const plain = createEncoder({ ...options, includesResultMeta: false });
  const withResultMeta = createEncoder({ ...options, includesResultMeta: true });
  return (task, request) => (requestsResultMeta(request) ? withResultMeta : plain)(task, request.id);
}

/** One encoder for each setting of result metadata. */
function createEncoder(replyOptions: ReplyOptions): (task: ServiceTask, id: LegacyRequest['id']) => RpcResponse {
  const textOf = createTaskTextCache((task) => fieldsOf(task, replyOf(task, replyOptions)));
  return (task, id) => {
    // The result is encoded once for all waiting clients.
    if (hasSucceeded(task)) return sharedResponse(id, textOf(task));
    const reply = replyOf(task, replyOptions);
    if (reply === undefined) return errorResponse(id, canceledTask);
    if (reply.error !== undefined) return errorResponse(id, reply.error);
    return resultResponse(id, JSON.stringify(fieldsOf(task, reply)));
  };
}

function fieldsOf(task: ServiceTask, reply: Reply | undefined): Fields {
  const fields = reply === undefined || reply.error !== undefined ? noFields : (JSON.parse(reply.result) as Fields);
  const { _meta: meta } = fields;
  return { ...fields, _meta: { ...(isObject(meta) && meta), ...relatedTaskMeta(task.id) } };
}

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
const canceledTask: RpcError = invalidParams('The task was canceled and has no result');

/** For a client that disconnected. It is never read. */
export const requestAborted: RpcError = internalError('The client has disconnected');

/** For canceling a task that has ended. */
export function notCancelable(status: unknown): RpcError {
  return invalidParams(`The task can't be canceled. Its status is "${String(status)}"`);
}
