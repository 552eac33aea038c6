import type { Fields, ServiceTask } from '@toolwire/core/wire';
import { encodeInputRequests } from '../elicitation/encode-input-requests.ts';
import { hasSucceeded, type ReplyOptions, replyOf } from './task-reply.ts';

/** Encodes a task of 2026-07-28 with the data of its status. */
export function encodeDetailedTask(task: ServiceTask, terms: ReplyOptions): Fields {
  const { status, requests } = task;
  const reply = replyOf(task, terms);
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
