import type { JsonValue } from './json.ts';
import type { Task, TaskEnd } from './task.ts';

/** What the work of a task is given. Its functions may be taken out of it. */
export interface TaskContext<Question = JsonValue, Answer = JsonValue> {
  readonly taskId: string;
  /** Aborts when the task is cancelled, or kept no longer; nobody hears of what comes after. */
  readonly signal: AbortSignal;
  /** How long the task is kept, in milliseconds: what takes longer is for nobody. */
  readonly ttlMs: number;
  /** Asks the task's owner, and waits for all answers; a key that was asked before has its answer already. Rejects when the signal aborts. */
  readonly ask: (requests: Readonly<Record<string, Question>>) => Promise<Readonly<Record<string, Answer>>>;
  /** Says in words how far the work is; what is said quickly one after the other replaces what was not read yet. */
  readonly say: (message: string) => void;
}

/** Work to go on as a task. */
export interface TaskWork<Question = JsonValue, Answer = JsonValue> {
  /** Whose task it is. Left out, it is everybody's who has no name either and knows its id. */
  readonly owner?: string | undefined;
  /** How long the owner wants the task to be kept, which is no promise. */
  readonly ttlMs?: number | undefined;
  /** Does the work. What it throws is reported, and the task's owner learns only that it failed. */
  run(context: TaskContext<Question, Answer>): TaskEnd | Promise<TaskEnd>;
}

/** The task that was begun, or why there is none: as many run as may, or are kept as there is room for. Nothing has run then. */
export type TaskStart<Question = JsonValue> =
  | { readonly started: true; readonly task: Task<Question> }
  | { readonly started: false; readonly reason: 'busy' | 'full' };

/** Some of an owner's tasks, oldest first. */
export interface TaskPage<Question = JsonValue> {
  readonly tasks: readonly Task<Question>[];
  /** What to ask the next page with; left out on the last one. */
  readonly nextCursor?: string | undefined;
}

/**
 * Tasks, to their owners; what their work asks, and is answered, is JSON of a kind that its author names. A task of somebody else's is answered like one that never was: with `undefined`. Promises reject only when
 * the store fails.
 */
export interface TaskReader<Question = JsonValue, Answer = JsonValue> {
  get(id: string, owner: string | undefined): Promise<Task<Question> | undefined>;
  /** The tasks of an owner; `undefined` for a cursor that is none. Callers without a name see those of all others without one. */
  list(owner: string | undefined, cursor?: string): Promise<TaskPage<Question> | undefined>;
  /** Cancels a task that goes on; one that has ended stays as it is, and `changed` is false. */
  cancel(
    id: string,
    owner: string | undefined,
  ): Promise<{ readonly task: Task<Question>; readonly changed: boolean } | undefined>;
  /** The task once it has ended; `undefined` also when it was forgotten before. Rejects with the signal's reason when that aborts. */
  result(
    id: string,
    owner: string | undefined,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Task<Question> | undefined>;
  /** Gives answers to what the task has asked for; keys that wait for none are ignored. */
  answer(
    id: string,
    owner: string | undefined,
    answers: Readonly<Record<string, Answer>>,
  ): Promise<Task<Question> | undefined>;
  /** Forgets a task, and ends its work. */
  remove(id: string, owner: string | undefined): Promise<void>;
  /** Calls back with the task as it is, after each change, and with `undefined` when it is gone, until the function that it answers is called. */
  onChange(
    id: string,
    owner: string | undefined,
    listener: (task: Task<Question> | undefined) => void,
  ): Promise<(() => void) | undefined>;
}

/** Tasks whose work is a function of this process. */
export interface Tasks<Question = JsonValue, Answer = JsonValue> extends TaskReader<Question, Answer> {
  /** Begins the work, once its task is kept. */
  start(work: TaskWork<Question, Answer>): Promise<TaskStart<Question>>;
}
