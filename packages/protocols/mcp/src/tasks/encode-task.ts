import type { InputRequiredOutcome, Outcome } from '@toolwire/core';
import type { Fields, ServiceTask } from '@toolwire/core/wire';
import { missingCapabilities, missingCapabilityError } from '../elicitation/client-capabilities.ts';
import { describeRequests, encodeInputRequests } from '../elicitation/encode-input-requests.ts';
import { internalError, type RpcError } from '../json-rpc/errors.ts';
import { noFields } from '../json-rpc/message.ts';
import type { Reply } from '../json-rpc/responses.ts';
import { encodeFailed, encodeOutcome } from '../tools/encode-outcome.ts';
import { encodeRefusal } from '../tools/encode-refusal.ts';
import type { ResultContext } from '../tools/encode-result.ts';
import type { Challenges } from '../tools/www-authenticate.ts';

/** Encodes a task of 2026-07-28 with the data of its status. */
export function encodeDetailedTask(task: ServiceTask, options: ReplyOptions): Fields {
  const { status, requests } = task;
  const reply = replyOf(task, options);
  // The result, error or input requests of the status. MCP-TASKX-04
  if (reply?.error !== undefined) return { ...encodeTask(task), status: 'failed', error: reply.error };
  if (reply !== undefined) return { ...encodeTask(task), result: JSON.parse(reply.result) as unknown };
  return {
    ...encodeTask(task),
    ...(status === 'input_required' &&
      requests !== undefined && {
        // Stable across reads.
        inputRequests: encodeInputRequests(requests, (key) => `${task.id}:${key}`),
      }),
  };
}

/** Encodes a new task of 2026-07-28. */
export function encodeTask(task: ServiceTask): Fields {
  return { ...commonFields(task), ttlMs: task.ttlMs, pollIntervalMs: task.pollIntervalMs };
}

/** Encodes a task of 2025-11-25, where an error result means a failed task. */
export function encodeLegacyTask(task: ServiceTask): Fields {
  // The lifetime and poll interval have different names in this revision. MCP-TASK-05
  const status = task.status === 'completed' && !hasSucceeded(task) ? 'failed' : task.status;
  return { ...commonFields(task), status, ttl: task.ttlMs, pollInterval: task.pollIntervalMs };
}

/** The task of 2025-11-25 that a message belongs to. */
const relatedTaskKey = 'io.modelcontextprotocol/related-task';

/** The `_meta` that links a message of 2025-11-25 to its task. MCP-TASK-07 */
export function relatedTaskMeta(taskId: string): Fields {
  return { [relatedTaskKey]: { taskId } };
}

/** The task as it was created, though it may have progressed since. MCP-TASK-04 */
export function asCreated({ id, version, createdAt, ttlMs, pollIntervalMs }: ServiceTask): ServiceTask {
  return { id, version, status: 'working', createdAt, updatedAt: createdAt, ttlMs, pollIntervalMs };
}

function commonFields({ id, status, message, createdAt, updatedAt }: ServiceTask): Fields {
  return {
    taskId: id,
    status,
    ...(message !== undefined && { statusMessage: message }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
  };
}

/** How to encode the outcome of a task. */
export interface ReplyOptions extends Omit<ResultContext, 'callId'> {
  readonly challenges: Challenges;
}

/** The reply that the call would have received. `undefined` for active and canceled tasks. */
export function replyOf(task: ServiceTask, { challenges, ...context }: ReplyOptions): Reply | undefined {
  const { end, status } = task;
  if (end === undefined) return undefined;
  const { callId, outcome } = end;
  if (status === 'failed') return { error: protocolError(outcome) };
  const call = { ...context, callId };
  if (outcome.kind === 'input_required') return cannotAsk(outcome, call);
  return outcome.kind === 'refused'
    ? encodeRefusal(outcome, call, { challenges, header: undefined })
    : encodeOutcome(outcome, call);
}

/** Whether the tool of a task succeeded. */
export function hasSucceeded({ end }: ServiceTask): boolean {
  return end?.outcome.kind === 'value' || end?.outcome.kind === 'artifact';
}

// A protocol error. A failed tool has a result instead. MCP-TASKX-05
function protocolError(outcome: Outcome): RpcError {
  const message = outcome.kind === 'failed' ? outcome.failure.message : 'The call failed unexpectedly.';
  return internalError(message);
}

// The client has not declared the capabilities for this input.
function cannotAsk(outcome: InputRequiredOutcome, call: ResultContext): Reply {
  const { requests } = outcome;
  if (call.revision.era === 'legacy') {
    return { result: encodeFailed({ message: describeRequests(requests) }, call, outcome) };
  }
  const requiredCapabilities = missingCapabilities(requests, noFields) ?? noFields;
  return { error: missingCapabilityError(requiredCapabilities) };
}
