import type { JsonValue, Task, TaskEnd } from './task.ts';

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

/** A page of the tasks of an owner, oldest first. */
export interface TaskPage<Question = JsonValue> {
  readonly tasks: readonly Task<Question>[];
  /** The cursor of the next page; omitted on the last one. */
  readonly nextCursor?: string | undefined;
}

/**
 * Reads and changes tasks on behalf of their owners. A task of another owner looks like one that does not exist: `undefined`. Promises
 * reject only if the store fails.
 */
export interface TaskReader<Question = JsonValue, Answer = JsonValue> {
  get(id: string, owner: string | undefined): Promise<Task<Question> | undefined>;
  /** Returns a page of tasks; `undefined` for an invalid cursor. Anonymous callers see the tasks of all anonymous callers. */
  list(owner: string | undefined, cursor?: string): Promise<TaskPage<Question> | undefined>;
  /** Cancels a running task. An ended one stays unchanged, and `changed` is false. */
  cancel(
    id: string,
    owner: string | undefined,
  ): Promise<{ readonly task: Task<Question>; readonly changed: boolean } | undefined>;
  /** Resolves with the task when it has ended; `undefined` if it was deleted before. Rejects with the reason of the signal. */
  result(
    id: string,
    owner: string | undefined,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Task<Question> | undefined>;
  /** Answers the open requests of a task. Other keys are ignored. */
  answer(
    id: string,
    owner: string | undefined,
    answers: Readonly<Record<string, Answer>>,
  ): Promise<Task<Question> | undefined>;
  /** Deletes a task, and aborts its work. */
  remove(id: string, owner: string | undefined): Promise<void>;
  /** Calls the listener with the task now and after each change, and with `undefined` when it is deleted. Resolves with a function that stops it. */
  onChange(
    id: string,
    owner: string | undefined,
    listener: (task: Task<Question> | undefined) => void,
  ): Promise<(() => void) | undefined>;
}

/** Tasks whose work is a function in this process. */
export interface Tasks<Question = JsonValue, Answer = JsonValue> extends TaskReader<Question, Answer> {
  /** Stores the task, then starts the work. */
  start(work: TaskWork<Question, Answer>): Promise<TaskStart<Question>>;
}
