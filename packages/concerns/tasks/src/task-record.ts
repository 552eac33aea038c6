import type { JsonValue } from './json.ts';
import type { Task, TaskStatus } from './task.ts';
import type { TaskCall } from './task-call.ts';

/** Something a task has asked for; answered once, and its key never means anything else. */
export interface TaskQuestion {
  readonly key: string;
  readonly request: JsonValue;
  /** Left out while nobody has answered. */
  readonly answer?: JsonValue;
}

/** A task as stores keep it: plain JSON. */
export interface TaskRecord {
  readonly id: string;
  /** Whose it is; `null` for tasks of callers that nobody knows. */
  readonly owner: string | null;
  /** 1 for a new task, one more with each change. */
  readonly version: number;
  readonly status: TaskStatus;
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  /** All that was asked for so far, in order; empty once the task has ended. */
  readonly questions: readonly TaskQuestion[];
  readonly result?: JsonValue;
  readonly error?: JsonValue;
  /** What any process may run; left out for work that only the process knows that has begun it. */
  readonly call?: TaskCall;
  /** Which turn of it an engine is to deliver; 1 if left out. */
  readonly turn?: number;
  /** How often it was claimed; 0 if left out. A store takes no change with less than it has. */
  readonly fence?: number;
  /** Up to which claim all have come to something, if only that it was parked or given back: whoever has claimed it since was lost. 0 if left out. */
  readonly accounted?: number;
  /** How often its call was given back because it had failed in a way that may pass; 0 if left out. */
  readonly again?: number;
  /** What its call has saved for the case that it is run again. */
  readonly saved?: JsonValue;
  /** Since when it waits for a worker that has its tool, in milliseconds since 1970, and what its fence was then: whoever has claimed it since has the tool. */
  readonly lacking?: { readonly since: number; readonly fence: number };
}

/** Tells a task whose status stays as it is. */
export function hasEnded({ status }: { readonly status: TaskStatus }): boolean {
  return status !== 'working' && status !== 'input_required';
}

/** Tells a question that still waits for its answer. */
export function isOpen({ answer }: TaskQuestion): boolean {
  return answer === undefined;
}

/** What a task's owner may see of its record. */
export function viewOf(record: TaskRecord, pollIntervalMs: number): Task {
  const { id, version, status, message, createdAt, updatedAt, ttlMs, questions, result, error } = record;
  const view: { -readonly [Name in keyof Task]: Task[Name] } = {
    id,
    version,
    status,
    createdAt,
    updatedAt,
    ttlMs,
    pollIntervalMs,
  };
  if (message !== undefined) view.message = message;
  if (status === 'input_required') {
    // fromEntries: `__proto__` becomes a key like any other.
    view.requests = Object.fromEntries(questions.filter(isOpen).map(({ key, request }) => [key, request]));
  }
  if (result !== undefined) view.result = result;
  if (error !== undefined) view.error = error;
  return view;
}
