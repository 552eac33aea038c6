import { type Fields, isObject, type ServiceTask } from '@toolwire/core/wire';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import { errorResponse, type Reply, type RpcResponse, resultResponse, sharedResponse } from '../json-rpc/json-rpc.ts';
import { noFields, requestsResultMeta } from '../json-rpc/message.ts';
import type { LegacyRequest } from '../json-rpc/requests.ts';
import { tasksRevision } from '../json-rpc/revisions.ts';
import type { Challenges } from '../tools/www-authenticate.ts';
import { hasSucceeded, type ReplyOptions, relatedTaskMeta, replyOf } from './encode-task.ts';
import { canceledTask } from './errors.ts';
import { createTaskTextCache } from './task-text-cache.ts';

/** Encodes the same response as the call itself, plus the ID of the task. */
type EncodeTaskResult = (task: ServiceTask, request: LegacyRequest) => RpcResponse;

/** Creates the encoder for results of ended tasks. */
export function createTaskResults(
  { resultMeta, artifactLinks }: ServingSettings,
  challenges: Challenges,
): EncodeTaskResult {
  const options = { revision: tasksRevision, artifactLinks, callMeta: '', challenges };
  const plain = createEncoder({ ...options, includesResultMeta: resultMeta });
  const withResultMeta = resultMeta ? plain : createEncoder({ ...options, includesResultMeta: true });
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
