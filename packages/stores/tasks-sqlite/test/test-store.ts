import { randomUUID } from 'node:crypto';
import { createTaskChanges, type TaskCall, type TaskRecord, type TaskStore } from '@toolwire/tasks';
import { onTestFinished } from 'vitest';
import { createSqliteTasks, type SqliteTasks, type SqliteTasksOptions } from '../src/index.ts';
import { TaskFile } from '../src/task-file.ts';
import { SqliteTaskStore } from '../src/task-store.ts';
import { anyDriver } from './drivers.ts';

/** Tasks as a process has them, closed with the test. */
export function openTasks(path: string, options: SqliteTasksOptions = {}): SqliteTasks {
  const tasks = createSqliteTasks(path, { open: anyDriver.open, allowVolatile: true, ...options });
  onTestFinished(() => tasks.close());
  return tasks;
}

/** A store whose clocks are set by hand. */
export interface TimedStore {
  readonly store: TaskStore;
  readonly times: { wall: number; steady: number };
}

export function openAtTimes(path: string, open = anyDriver.open): TimedStore {
  const file = new TaskFile({ path, open, timeoutMs: 30_000, allowVolatile: true });
  const times = { wall: 1_700_000_000_000, steady: 5_000_000 };
  const versionsOf = (ids: readonly string[]): ReturnType<TaskFile['versionsOf']> => file.versionsOf(ids, times.wall);
  const changes = createTaskChanges({ pollMs: 5, versionsOf, report: () => undefined });
  const clock = { wall: () => times.wall, steady: () => times.steady };
  const limits = {
    maxTasks: 1_000,
    maxTasksPerOwner: 1_000,
    maxBytes: 2 ** 30,
  };
  onTestFinished(() => file.close());
  const config = { file, changes, clock, limits, onTurnAdded: () => undefined, reportTo: () => undefined };
  return { store: new SqliteTaskStore(config), times };
}

export const call: TaskCall = {
  toolId: 'Work.Steps',
  toolVersion: '1.0.0',
  input: {},
  callId: 'call',
  retrySafe: true,
};

export function newRecord(more: Partial<TaskRecord> = {}): TaskRecord {
  const times = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000, ttlMs: 60_000 };
  return { id: randomUUID(), owner: 'ada', version: 1, status: 'working', ...times, questions: [], ...more };
}

/** The next version of a record, done, with a result of this length. */
export function withResult(record: TaskRecord, length: number): TaskRecord {
  return { ...record, version: record.version + 1, status: 'completed', result: 'x'.repeat(length) };
}
