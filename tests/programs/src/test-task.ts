import { randomUUID } from 'node:crypto';
import type { TaskCall, TaskRecord } from '@toolwire/tasks';

/** A call that any worker may run. */
export const call: TaskCall = {
  toolId: 'Work.Steps',
  toolVersion: '1.0.0',
  input: {},
  callId: 'call',
  retrySafe: true,
};

/** A task that a worker may run. */
export function newTask(more: Partial<TaskRecord> = {}): TaskRecord {
  const now = Date.now();
  const times = { createdAt: now, updatedAt: now, ttlMs: 600_000 };
  return { id: randomUUID(), owner: 'ada', version: 1, status: 'working', ...times, questions: [], call, ...more };
}

/** A task after a change. */
export function next(record: TaskRecord, more: Partial<TaskRecord> = {}): TaskRecord {
  return { ...record, ...more, version: record.version + 1 };
}
