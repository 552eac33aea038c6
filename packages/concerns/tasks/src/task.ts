import type { JsonValue } from './json.ts';

/** Where a task is: the last three are ends, and stay. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** How the work of a task ended; the error is for whoever asks about the task, so it holds nothing that they may not read. */
export type TaskEnd =
  | { readonly status: 'completed'; readonly result: JsonValue; readonly message?: string | undefined }
  | { readonly status: 'failed'; readonly error: JsonValue; readonly message?: string | undefined };

/** A task as its owner sees it, with questions of the kind that its work asks; times are milliseconds since 1970. */
export interface Task<Question = JsonValue> {
  /** Cannot be guessed. */
  readonly id: string;
  /** Grows with each change. */
  readonly version: number;
  readonly status: TaskStatus;
  /** How far it is, or how it ended, in words. */
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How long after its creation the task is forgotten, whatever its status. */
  readonly ttlMs: number;
  /** How often to ask about it. */
  readonly pollIntervalMs: number;
  /** What it waits for, by key, while input is required. */
  readonly requests?: Readonly<Record<string, Question>>;
  /** What came of it, once completed. */
  readonly result?: JsonValue;
  /** Why it failed, once it has. */
  readonly error?: JsonValue;
}

/** The end of work that came to something. */
export function completed(result: JsonValue, message?: string): TaskEnd {
  return { status: 'completed', result, message };
}

/** The end of work that failed. */
export function failed(error: JsonValue, message?: string): TaskEnd {
  return { status: 'failed', error, message };
}
