import { type Json, maxTimerMs, type TaskStatus } from '@toolwire/internal';
import { isOpen, type TaskRecord } from './task-record.ts';

/** How a task ended. Its owner reads the error, so it must not contain internals. */
export type TaskEnd =
  | { readonly status: 'completed'; readonly result: Json; readonly message?: string | undefined }
  | { readonly status: 'failed'; readonly error: Json; readonly message?: string | undefined };

/** The owner's view of a task. Times are in milliseconds since 1970. */
export interface Task<Question = Json> {
  /** Cannot be guessed. */
  readonly id: string;
  /** Grows with each change. */
  readonly version: number;
  readonly status: TaskStatus;
  /** Progress, or how it ended. */
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How long the task is stored after its creation. An ended task may be deleted earlier if the store is full. */
  readonly ttlMs: number;
  /** How often to poll. */
  readonly pollIntervalMs: number;
  /** The open requests by key, while input is required. */
  readonly requests?: Readonly<Record<string, Question>>;
  readonly result?: Json;
  readonly error?: Json;
}

/** How often owners are asked to poll, and the shortest time between two stored progress messages. */
export const pollIntervalMs = 1_000;

/** The owner's view of a record. */
export function viewOf(record: TaskRecord): Task {
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

/** Limits the TTL that an owner requests for a new task. A task must live longer than one poll interval. */
export function limitTtl(requestedMs: number | undefined, defaultMs: number): number {
  if (requestedMs === undefined || Number.isNaN(requestedMs)) return defaultMs;
  // A longer timer would abort the work at once.
  return Math.ceil(Math.min(Math.max(requestedMs, pollIntervalMs), maxTimerMs));
}

/** Creates the end of a completed task. */
export function completed(result: Json, message?: string): TaskEnd {
  return { status: 'completed', result, message };
}

/** Creates the end of a failed task. */
export function failed(error: Json, message?: string): TaskEnd {
  return { status: 'failed', error, message };
}
