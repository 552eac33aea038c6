import type { JsonObject, JsonValue } from './json.ts';
import type { OwnCredentials } from './sealed-credentials.ts';
import type { Task, TaskEnd } from './task.ts';
import type { TaskAdmin } from './task-admin.ts';
import type { TaskCall } from './task-call.ts';
import type { WorkerHandle } from './task-engine.ts';
import type { TaskReader } from './tasks.ts';

/** A call to run as a task. */
export interface TaskCallStart {
  /** Whose task it is. Left out, it is everybody's who has no name either and knows its id. */
  readonly owner?: string | undefined;
  /**
   * The id of the task, where it follows from something that its caller sends again, such as a digest of the caller and the call's id: the task that
   * has it is kept once, and answered to whoever begins it again. Left out, it is made up, and cannot be guessed.
   */
  readonly id?: string | undefined;
  /** How long the task is kept, and its call may take. */
  readonly ttlMs?: number | undefined;
  readonly call: TaskCall;
  /** The ids of what the call brought along for itself, never the secrets and tokens themselves: with any, it is refused, unless they are sealed. */
  readonly brought?: { readonly secrets?: readonly string[]; readonly tokens?: readonly string[] } | undefined;
  /** The secrets and tokens themselves, to be sealed; only where `seals` says that they can be. */
  readonly credentials?: OwnCredentials | undefined;
}

/** The task that was begun, or why there is none; nothing has run then. */
export type TaskCallStarted<Question = JsonValue> =
  /** `repeated`: it was there already. */
  | { readonly started: true; readonly task: Task<Question>; readonly repeated: boolean }
  /** There is no room for it, or the id is that of another call. */
  | { readonly started: false; readonly reason: 'full' | 'conflict' }
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
  /** How long the task is kept, in milliseconds: what takes longer is for nobody. */
  readonly ttlMs: number;
  /** How often the call was begun, this time included. */
  readonly attempt: number;
  /** How often it was handed back, but for those times that it was interrupted. */
  readonly again: number;
  /** When it is kept no longer, in milliseconds since 1970. */
  readonly endsAt: number;
  /** What the call brought along for itself, if it was sealed. */
  readonly credentials: OwnCredentials | undefined;
  /** What was saved last, by whichever run. */
  readonly saved: JsonValue | undefined;
  /** What was asked for so far and has its answer, by key. */
  readonly answers: JsonObject;
  /** Aborts when the task was cancelled, has lived its time, or another worker has taken it over: nothing that comes after is kept. */
  readonly signal: AbortSignal;
  /** Keeps a value for the case that the call is run again. Rejects once the signal has aborted. */
  readonly save: (value: JsonValue) => Promise<void>;
  /** Says in words how far the call is. */
  readonly say: (message: string) => void;
}

/** A call that goes on when its owner has answered these; it is run again then, from its start. */
export interface Parked {
  readonly status: 'input_required';
  readonly requests: JsonObject;
}

/** A call that this worker gives back, to be run again from its start after a while, by whichever worker. */
export interface HandedBack {
  readonly status: 'handed_back';
  readonly againInMs: number;
  /** It was cut short by this worker's own end, which counts for none of the times that it may be run again. */
  readonly interrupted?: boolean | undefined;
}

/** How a run of a call ended, and perhaps the call with it. */
export type RunEnd = TaskEnd | Parked | HandedBack;

/** Runs a call by its name. What it throws is reported, and the task's owner learns only that it failed. */
export type RunCall = (context: TaskCallContext) => RunEnd | Promise<RunEnd>;

/** What a worker is told besides how to run calls. */
export interface TaskWorkOptions {
  /** Whether this worker has a tool, by its id and exact version; a call of one that it lacks waits for another worker. It has all if left out. */
  readonly hasTool?: ((tool: Pick<TaskCall, 'toolId' | 'toolVersion'>) => boolean) | undefined;
}

/** Calls that outlive their process, as far as their store and their engine do, to run and to ask about. */
export interface TaskCalls<Question = JsonValue, Answer = JsonValue> extends TaskReader<Question, Answer> {
  /** The calls of all owners, for whoever runs the server. */
  readonly admin: TaskAdmin;
  /** Whether calls may bring credentials of their own: there are keys to seal them with. */
  readonly seals: boolean;
  /** Rejects, in words that say what to do, where tasks could be lost; to be awaited before anything is begun. */
  ready(): Promise<void>;
  /** Resolves once the call is kept; it then ends, though every process of today may be gone by then. */
  start(request: TaskCallStart): Promise<TaskCallStarted<Question>>;
  /** Runs calls in this process until it is stopped. */
  work(run: RunCall, options?: TaskWorkOptions): WorkerHandle;
  /** Lets go of what the store and the engine hold; stop the workers before. */
  close(): Promise<void>;
}
