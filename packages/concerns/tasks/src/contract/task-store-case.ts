import { assertEqual } from '@toolwire/internal';
import type { TaskCall, TaskRecord } from '../record/task-record.ts';
import type { TaskStore } from '../store/task-store.ts';

/** The store to test; it may contain other tasks. */
interface TaskStoreSubject {
  readonly store: TaskStore;
  /** Lets this much time pass for the store, by its clock or by waiting. */
  readonly pass: (ms: number) => void | Promise<void>;
}

/** One requirement of every store. `run` rejects if the store fails it. */
export interface TaskStoreCase {
  readonly title: string;
  readonly run: (subject: TaskStoreSubject) => Promise<void>;
}

/** Creates a case, like `test` of a test runner. */
export function storeCase(title: string, run: TaskStoreCase['run']): TaskStoreCase {
  return { title, run };
}

/** A working task of this owner. */
export function newRecord(owner: string = unique('owner')): TaskRecord {
  const times = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000, ttlMs: 60_000 };
  return { id: unique('task'), owner, version: 1, status: 'working', ...times, questions: [] };
}

/** A unique ID, as cases may share a store. */
export function unique(prefix: string): string {
  return `${prefix}-${crypto.randomUUID()}`;
}

/** A stored call. */
export const newCall: TaskCall = {
  toolId: 'Work.Steps',
  toolVersion: '1.0.0',
  input: {},
  callId: 'call',
  retrySafe: true,
};

/** Creates a stored task with a call. */
export async function createTask(store: TaskStore, more: Partial<TaskRecord> = {}): Promise<TaskRecord> {
  const record = { ...newRecord(), call: newCall, ...more };
  assertEqual(await store.create(record), true, 'create');
  return record;
}

/** Reads an existing task. */
export async function readTask(store: TaskStore, id: string): Promise<TaskRecord> {
  const record = await store.read(id);
  if (record === undefined) throw new Error(`read: expected the task ${id}, got undefined`);
  return record;
}

/** The IDs of all unfinished tasks, read in pages of one task. */
export async function unfinishedIds(store: TaskStore): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.unfinished({ cursor, limit: 1 });
    if (page === undefined) throw new Error('unfinished returned undefined for its own cursor');
    ids.push(...page.records.map(({ id }) => id));
    if (page.nextCursor === cursor && cursor !== undefined) throw new Error('unfinished repeats its cursor');
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return ids;
}
