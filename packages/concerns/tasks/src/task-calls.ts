import type { JsonValue } from './json.ts';
import type { TaskEnd } from './task.ts';
import type { TaskCall } from './task-call.ts';
import type { WorkerHandle } from './task-engine.ts';
import type { TaskStart } from './tasks.ts';

/** A call to run as a task, for whoever asks about it with `createTasks` on the same store. */
export interface TaskCallStart {
  /** Whose task it is. Left out, it is everybody's who has no name either and knows its id. */
  readonly owner?: string | undefined;
  /** How long the task is kept, and its call may take. */
  readonly ttlMs?: number | undefined;
  readonly call: TaskCall;
  /** The ids of what the call brought along for itself, never the secrets and tokens themselves: with any, it is refused. */
  readonly brought?: { readonly secrets?: readonly string[]; readonly tokens?: readonly string[] } | undefined;
}

/** The task that was begun, or why there is none; nothing has run then. */
export type TaskCallStarted =
  | TaskStart
  | {
      readonly started: false;
      readonly reason: 'credentials';
      /** What to do about it, for whoever has called. */
      readonly message: string;
    };

/** What the run of a call is given. Its functions may be taken out of it. */
export interface TaskCallContext {
  readonly taskId: string;
  readonly call: TaskCall;
  /** How often the call was begun, this time included. */
  readonly attempt: number;
  /** What was saved last, by whichever run. */
  readonly saved: JsonValue | undefined;
  /** Aborts when the task was cancelled, has lived its time, or another worker has taken it over: nothing that comes after is kept. */
  readonly signal: AbortSignal;
  /** Keeps a value for the case that the call is run again. Rejects once the signal has aborted. */
  readonly save: (value: JsonValue) => Promise<void>;
  /** Says in words how far the call is. */
  readonly say: (message: string) => void;
}

/** Runs a call by its name. What it throws is reported, and the task's owner learns only that it failed. */
export type RunCall = (context: TaskCallContext) => TaskEnd | Promise<TaskEnd>;

/** Calls that outlive their process, as far as their store and their engine do. */
export interface TaskCalls {
  /** Resolves once the call is kept; it then ends, though every process of today may be gone by then. */
  start(request: TaskCallStart): Promise<TaskCallStarted>;
  /** Runs calls in this process until it is stopped. */
  work(run: RunCall): WorkerHandle;
}
