import { type Fields, isObject, type ServiceTask } from '@toolwire/core/wire';
import { errorResponse, type Reply, type RpcResponse, resultResponse, sharedResponse } from '../json-rpc/json-rpc.ts';
import { noFields, relatedTaskMeta, requestsResultMeta } from '../json-rpc/message.ts';
import type { LegacyRequest } from '../json-rpc/requests.ts';
import { tasksRevision } from '../json-rpc/supported-revisions.ts';
import { hasSucceeded, type ReplyOptions, replyOf } from './encode-task.ts';
import { cancelledTask } from './errors.ts';
import { createTaskTextCache } from './task-text-cache.ts';

/** Options of encoded task results. */
export interface TaskResultOptions extends Pick<ReplyOptions, 'artifactLinks' | 'challenges'> {
  /** Whether every result contains the outcome in `_meta`. */
  readonly resultMeta: boolean;
}

/** Encodes the same response as the call itself, plus the id of the task. */
type EncodeTaskResult = (task: ServiceTask, request: LegacyRequest) => RpcResponse;

/** Creates the encoder for results of ended tasks. */
export function createTaskResults({ resultMeta, ...options }: TaskResultOptions): EncodeTaskResult {
  const [plain, withResultMeta] = [createEncoder(false, options), createEncoder(true, options)];
  return (task, request) => (resultMeta || requestsResultMeta(request) ? withResultMeta : plain)(task, request.id);
}

/** One encoder for each setting of result metadata. */
function createEncoder(
  includesResultMeta: boolean,
  options: Omit<TaskResultOptions, 'resultMeta'>,
): (task: ServiceTask, id: LegacyRequest['id']) => RpcResponse {
  const replyOptions: ReplyOptions = { ...options, revision: tasksRevision, includesResultMeta, callMeta: '' };
  const textOf = createTaskTextCache((task) => fieldsOf(task, replyOf(task, replyOptions)));
  return (task, id) => {
    // The result is encoded once for all waiting clients.
    if (hasSucceeded(task)) return sharedResponse(id, textOf(task));
    const reply = replyOf(task, replyOptions);
    if (reply === undefined) return errorResponse(id, cancelledTask);
    if (reply.error !== undefined) return errorResponse(id, reply.error);
    return resultResponse(id, JSON.stringify(fieldsOf(task, reply)));
  };
}

function fieldsOf(task: ServiceTask, reply: Reply | undefined): Fields {
  const fields = reply === undefined || reply.error !== undefined ? noFields : (JSON.parse(reply.result) as Fields);
  const { _meta: meta } = fields;
  return { ...fields, _meta: { ...(isObject(meta) && meta), ...relatedTaskMeta(task.id) } };
}
