import type { Json, TaskStatus } from '@toolwire/internal';

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

/** Creates the end of a completed task. */
export function completed(result: Json, message?: string): TaskEnd {
  return { status: 'completed', result, message };
}

/** Creates the end of a failed task. */
export function failed(error: Json, message?: string): TaskEnd {
  return { status: 'failed', error, message };
}
