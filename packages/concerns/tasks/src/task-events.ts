import { fenceOf } from './claim.ts';
import type { TaskRecord } from './task-record.ts';

/** Which call something has happened to. */
export interface TaskFacts {
  readonly taskId: string;
  readonly toolId: string;
  readonly toolVersion: string;
  readonly callId: string;
  /** How often it was begun so far. */
  readonly attempts: number;
}

/** What may happen to a call, in one process. */
export type WhatHappened =
  | { readonly kind: 'kept' }
  /** A worker begins. `waitedMs` is since it was kept, or has last been changed; `first`: nobody had begun it before. */
  | { readonly kind: 'begun'; readonly waitedMs: number; readonly first: boolean }
  /** The worker that had it before has said nothing for too long. */
  | { readonly kind: 'lost' }
  /** It ends as failed because of that, and is not run again. */
  | { readonly kind: 'given_up' }
  /** A worker was to run it that has not got its tool: it waits for one that has. Told once. */
  | { readonly kind: 'lacking' }
  | { readonly kind: 'parked'; readonly ranMs: number }
  | { readonly kind: 'handed_back'; readonly ranMs: number; readonly againInMs: number }
  | { readonly kind: 'ended'; readonly ranMs: number; readonly status: 'completed' | 'failed' }
  /** It was cancelled, has lived its time, or is another worker's: what this one came to is for nobody. */
  | { readonly kind: 'cut_off'; readonly ranMs: number };

/** Something that has happened to a call, and to which. */
export type TaskEvent = TaskFacts & WhatHappened;

/** What a sweep has found: it is made now and then, by each process that works. */
export interface TasksSwept {
  readonly kind: 'swept';
  /** How many calls are to run and no worker has, in all processes. */
  readonly queued: number;
  /** How many of them wait for a worker that has their tool. */
  readonly lacking: number;
  /** How long ago the one was kept that waits the longest; 0 where none does. */
  readonly oldestMs: number;
}

/** Hears what happens to calls, for metrics and log lines; what it throws is ignored. */
export type TaskObserver = (event: TaskEvent | TasksSwept) => void;

/** What is said of a record's call; `undefined` for work that is none. */
export function factsOf(record: TaskRecord): TaskFacts | undefined {
  const { id, call } = record;
  if (call === undefined) return undefined;
  const { toolId, toolVersion, callId } = call;
  return { taskId: id, toolId, toolVersion, callId, attempts: fenceOf(record) };
}
