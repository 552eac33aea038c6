import type { Json, JsonFields } from '@toolwire/internal';
import type { TaskReader } from '../access/task-reader.ts';
import type { WorkerHandle } from '../engine/task-engine.ts';
import type { Task, TaskEnd } from '../record/task.ts';
import type { TaskCall } from '../record/task-record.ts';
import type { OwnCredentials } from './sealed-credentials.ts';
import type { TaskAdmin } from './task-admin.ts';

/** A call to run as a task. */
export interface TaskCallStart {
  /** The owner of the task. Without one, any anonymous caller who knows its ID may read it. */
  readonly owner?: string | undefined;
  /** The largest share of the store for all tasks without an owner, such as 0.25. Default: 1. */
  readonly share?: number | undefined;
  /**
   * The ID of the task, if it derives from what the caller repeats, such as a digest of the caller and the call ID. A repeated start then
   * returns the existing task. Default: a random ID that cannot be guessed.
   */
  readonly id?: string | undefined;
  /** Whether to start nothing: only an existing task with this ID is returned. Default: false. */
  readonly onlyIfRepeated?: boolean | undefined;
  /** How long the task is stored, and the longest time of its call: at least one poll interval, at most 24 days. */
  readonly ttlMs?: number | undefined;
  readonly call: TaskCall;
  /** Whether the caller requested no version. The stored call with the same ID then matches with any version. */
  readonly anyVersion?: boolean | undefined;
  /** The IDs of the credentials that came with the call, never their values. With any, the call is refused unless they are sealed. */
  readonly credentialIds?: readonly string[] | undefined;
  /** The credentials themselves, to be sealed; only if `canSeal` is true. */
  readonly credentials?: OwnCredentials | undefined;
}

/** The started task, or why it was not started. */
export type TaskCallStarted<Question = Json> =
  /** `repeated`: the task existed already. */
  | { readonly started: true; readonly task: Task<Question>; readonly repeated: boolean }
  /** With `onlyIfRepeated`: the ID has no task, or its task may start again. */
  | { readonly started: false; readonly reason: 'new' }
  /** The store is full, or the ID belongs to another call. */
  | {
      readonly started: false;
      readonly reason: 'full' | 'conflict';
      /** When there may be space again, if known. */
      readonly retryAfterMs?: number | undefined;
    }
  | {
      readonly started: false;
      readonly reason: 'credentials';
      /** What the caller can do about it. */
      readonly message: string;
    };

/** The context of a running call. Its functions need no `this`. */
export interface TaskCallContext {
  readonly taskId: string;
  readonly call: TaskCall;
  /** How long the task is stored, in milliseconds. Longer runs are aborted. */
  readonly ttlMs: number;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** How often the call was handed back for a retry. Interruptions by a shutdown don't count. */
  readonly handBacks: number;
  /** When the task expires, in milliseconds since 1970. */
  readonly endsAt: number;
  /** The decrypted credentials of the call. */
  readonly credentials: OwnCredentials | undefined;
  /** The last saved value, of any attempt. */
  readonly saved: Json | undefined;
  /** The answers to all requests so far, by key. */
  readonly answers: JsonFields;
  /** Aborts when the task is canceled, expires, or is taken over by another worker. Later results are discarded. */
  readonly signal: AbortSignal;
  /** Saves a value for later attempts. Rejects once the signal has aborted. */
  readonly save: (value: Json) => Promise<void>;
  /** Sets the progress message. */
  readonly say: (message: string) => void;
}

/** A call that waits for input. It runs again from its start when its owner has answered. */
interface Parked {
  readonly status: 'input_required';
  readonly requests: JsonFields;
}

/** A call that is handed back, to run again from its start after a delay, in any worker. */
interface HandedBack {
  readonly status: 'handed_back';
  readonly againInMs: number;
  /** Whether the shutdown of this worker interrupted it, which does not count as a retry. */
  readonly interrupted?: boolean | undefined;
}

/** How a run of a call ended. */
export type RunEnd = TaskEnd | Parked | HandedBack;

/** Runs a call. An error is reported, and the owner of the task only sees that it failed. */
export type RunCall = (context: TaskCallContext) => RunEnd | Promise<RunEnd>;

/** Whether a worker has a tool, by ID and exact version. */
export type HasTool = (tool: Pick<TaskCall, 'toolId' | 'toolVersion'>) => boolean;

/** Durable calls: they outlive their process as far as the store and the engine do. */
export interface TaskCalls<Question = Json, Answer = Json> extends TaskReader<Question, Answer> {
  /** The calls of all owners, for the operator. */
  readonly admin: TaskAdmin;
  /** Whether calls may have their own credentials, because there are keys to encrypt them. */
  readonly canSeal: boolean;
  /** Rejects, with instructions, if the configuration could lose tasks. Await it before the first start. */
  ready(): Promise<void>;
  /** Resolves when the call is stored. It then runs even if this process ends. */
  start(request: TaskCallStart): Promise<TaskCallStarted<Question>>;
  /**
   * Lets the next `start` with this ID run the call again, after its caller got a retryable failure. Does nothing if the task has not
   * ended, or has changed since this version.
   */
  allowRestart(id: string, owner: string | undefined, version: number): Promise<void>;
  /** Runs calls in this process until the worker is stopped. A call whose tool the worker does not have waits for another worker. Default: all tools. */
  work(run: RunCall, hasTool?: HasTool): WorkerHandle;
  /** Closes the engine. Stop the workers first. */
  close(): Promise<void>;
}
