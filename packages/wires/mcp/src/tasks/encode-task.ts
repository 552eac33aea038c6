import type { ServiceTask } from '@toolwire/core/wire';
import { encodeInputRequests } from '../asking/input-requests.ts';
import type { Fields } from '../rpc/json-shape.ts';
import { hasSucceeded, type ReplyTerms, replyOf } from './task-reply.ts';

/** Writes a task as the extension for 2026-07-28 has it, with what that status brings along. */
export function encodeDetailedTask(task: ServiceTask, terms: ReplyTerms): Fields {
  const { status, requests } = task;
  const reply = replyOf(task, terms);
  // MCP-TASKX-04: and what goes with the status.
  if (reply?.error !== undefined) return { ...encodeTask(task), status: 'failed', error: reply.error };
  if (reply !== undefined) return { ...encodeTask(task), result: JSON.parse(reply.result) as unknown };
  return {
    ...encodeTask(task),
    ...(status === 'input_required' &&
      requests !== undefined && {
        // The same however often the task is read.
        inputRequests: encodeInputRequests(requests, (key) => `${task.id}:${key}`),
      }),
  };
}

/** Writes a task as the extension for 2026-07-28 has it, when it is handed out. */
export function encodeTask(task: ServiceTask): Fields {
  return { ...head(task), ttlMs: task.ttlMs, pollIntervalMs: task.pollIntervalMs };
}

/** Writes a task as 2025-11-25 has it, where a result that tells of an error is a failure. */
export function encodeLegacyTask(task: ServiceTask): Fields {
  // MCP-TASK-05: its times are those of every task; how long it is kept has a name of its own here.
  const status = task.status === 'completed' && !hasSucceeded(task) ? 'failed' : task.status;
  return { ...head(task), status, ttl: task.ttlMs, pollInterval: task.pollIntervalMs };
}

/** A task as it was handed out first, though it may have gone on since (MCP-TASK-04). */
export function asBegun({ id, version, createdAt, ttlMs, pollIntervalMs }: ServiceTask): ServiceTask {
  return { id, version, status: 'working', createdAt, updatedAt: createdAt, ttlMs, pollIntervalMs };
}

function head({ id, status, message, createdAt, updatedAt }: ServiceTask): Fields {
  return {
    taskId: id,
    status,
    ...(message !== undefined && { statusMessage: message }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
  };
}
