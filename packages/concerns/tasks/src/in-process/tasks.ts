import type { TaskReader } from '../access/task-reader.ts';
import type { JsonValue, Task, TaskEnd } from '../record/task.ts';

/** The context of a running task. Its functions need no `this`. */
export interface TaskContext<Question = JsonValue, Answer = JsonValue> {
  readonly taskId: string;
  /** Aborts when the task is canceled or expires. Later results are discarded. */
  readonly signal: AbortSignal;
  /** How long the task is stored, in milliseconds. Longer work is aborted. */
  readonly ttlMs: number;
  /** Requests input from the owner, and resolves with all answers. A repeated key resolves with its existing answer. Rejects when the signal aborts. */
  readonly ask: (requests: Readonly<Record<string, Question>>) => Promise<Readonly<Record<string, Answer>>>;
  /** Sets the progress message. Frequent messages are throttled; the latest one wins. */
  readonly say: (message: string) => void;
}

/** Work to run as a task. */
export interface TaskWork<Question = JsonValue, Answer = JsonValue> {
  /** The owner of the task. Without one, any anonymous caller who knows its ID may read it. */
  readonly owner?: string | undefined;
  /** The largest share of the slots and the store for all tasks without an owner, such as 0.25. Default: 1. */
  readonly share?: number | undefined;
  /** How long the owner wants the task stored: at least one poll interval, at most 24 days. */
  readonly ttlMs?: number | undefined;
  /** Does the work. An error is reported, and the owner only sees that the task failed. */
  run(context: TaskContext<Question, Answer>): TaskEnd | Promise<TaskEnd>;
}

/** The started task, or why it was not started: too many tasks run, or the store is full. */
export type TaskStart<Question = JsonValue> =
  | { readonly started: true; readonly task: Task<Question> }
  | {
      readonly started: false;
      readonly reason: 'busy' | 'full';
      /** When to retry, if known. */
      readonly retryAfterMs?: number | undefined;
    };

/** Tasks whose work is a function in this process. */
export interface Tasks<Question = JsonValue, Answer = JsonValue> extends TaskReader<Question, Answer> {
  /** Stores the task, then starts the work. */
  start(work: TaskWork<Question, Answer>): Promise<TaskStart<Question>>;
}
