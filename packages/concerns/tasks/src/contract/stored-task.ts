import type { TaskCall } from '../task-call.ts';
import type { TaskRecord } from '../task-record.ts';
import type { TaskStore } from '../task-store.ts';
import { newRecord, same } from './task-store-case.ts';

const call: TaskCall = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call', retrySafe: true };

/** Puts a task with a call into the store, as somebody starts it. */
export async function created(store: TaskStore, more: Partial<TaskRecord> = {}): Promise<TaskRecord> {
  const record = { ...newRecord(), call, ...more };
  same(await store.create(record), true, 'create answered');
  return record;
}

/** What the store has of a task that is there. */
export async function found(store: TaskStore, id: string): Promise<TaskRecord> {
  const record = await store.read(id);
  if (record === undefined) throw new Error('The task is gone.');
  return record;
}
