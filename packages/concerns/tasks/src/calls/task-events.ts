import { attemptsOf } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';

/** The call of an event. */
interface TaskEventCall {
  readonly taskId: string;
  readonly toolId: string;
  readonly toolVersion: string;
  readonly callId: string;
  /** How often it was started so far. */
  readonly attempts: number;
}

/** What happened to a call in this process. */
export type TaskEventDetail =
  | { readonly kind: 'stored' }
  /** A worker starts it. `waitedMs` counts from its creation or last change; `first`: it is the first attempt. */
  | { readonly kind: 'started'; readonly waitedMs: number; readonly first: boolean }
  /** The lease of its previous worker expired. */
  | { readonly kind: 'worker_crashed' }
  /** The worker crashed, and the call does not run again. It fails. */
  | { readonly kind: 'failed_after_crashes' }
  /** It waits for a worker with its tool. Emitted once. */
  | { readonly kind: 'waiting_for_tool' }
  | { readonly kind: 'parked'; readonly ranMs: number }
  | { readonly kind: 'handed_back'; readonly ranMs: number; readonly againInMs: number }
  | { readonly kind: 'ended'; readonly ranMs: number; readonly status: 'completed' | 'failed' }
  /** The result of this run is discarded: the call was canceled, expired or was taken over, or its result could not be stored. */
  | { readonly kind: 'discarded'; readonly ranMs: number };

/** An event of a call. */
export type TaskEvent = TaskEventCall & TaskEventDetail;

/** The result of a periodic sweep. Each process with a worker sweeps. */
export interface TasksSwept {
  readonly kind: 'swept';
  /** How many calls wait for a worker, in all processes. */
  readonly queued: number;
  /** How many of them wait for a worker with their tool. */
  readonly waitingForTool: number;
  /** The age of the oldest waiting call; 0 without any. */
  readonly oldestMs: number;
}

/** Observes the calls of this process: `traceTasks()` of `@toolwire/trace`, or your own. Its functions need no `this`. */
export interface TaskObserver {
  /** Receives each event, for metrics and logs. Its errors are ignored. */
  readonly observe: (event: TaskEvent | TasksSwept) => void;
  /** Returns the current W3C `traceparent`. The run of a call joins this trace, in any process. Default: the `traceparent` of the call. */
  readonly traceparent?: (() => string | undefined) | undefined;
}

/** The call of a record; `undefined` for in-process work. */
export function eventCallOf(record: TaskRecord): TaskEventCall | undefined {
  const { id, call } = record;
  if (call === undefined) return undefined;
  const { toolId, toolVersion, callId } = call;
  return { taskId: id, toolId, toolVersion, callId, attempts: attemptsOf(record) };
}
