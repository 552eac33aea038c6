import { hasEnded, type TaskRecord } from './task-record.ts';
import { turnOf } from './task-turn.ts';

/** The result of a claim by a worker. */
export type Claim =
  /** This worker has the task, with the fence of the record. `lost`: an earlier worker neither ended nor released it. */
  | { readonly kind: 'claimed'; readonly record: TaskRecord; readonly lost: boolean }
  /** Another worker has the task. Its lease expires after `forMs` unless renewed. */
  | { readonly kind: 'held'; readonly forMs: number }
  /** A concurrency limit is reached, or its free slot is reserved for an older task. Claim again after `forMs`; nothing changed. */
  | { readonly kind: 'busy'; readonly forMs: number }
  /** Nothing to run: the task has ended, expired, waits for input, or is in another turn. */
  | { readonly kind: 'over' };

/** Whether a worker may run the task. */
export function isRunnable(record: TaskRecord): boolean {
  return record.call !== undefined && record.status === 'working';
}

/** The state of a task for the index of a store: any worker may run it, it waits or runs in its own process, or it has ended. */
export function stateOf(record: TaskRecord): 'to_run' | 'waiting' | 'ended' {
  if (hasEnded(record)) return 'ended';
  return isRunnable(record) ? 'to_run' : 'waiting';
}

/**
 * Returns the result of a claim. A store reads the record and stores the result in one atomic step. `leaseLeftMs` is the rest of the
 * lease by the store's clock: negative if it has expired, `undefined` if no worker held the task or it was released.
 */
export function judgeClaim(record: TaskRecord | undefined, turn: number, leaseLeftMs: number | undefined): Claim {
  if (record === undefined || !isRunnable(record) || turnOf(record) !== turn) return { kind: 'over' };
  if (leaseLeftMs !== undefined && leaseLeftMs > 0) return { kind: 'held', forMs: leaseLeftMs };
  // Each claim increments the fence, whichever engine delivered it (TASK-02).
  const claimed = { ...record, version: record.version + 1, fence: fenceOf(record) + 1 };
  return { kind: 'claimed', record: claimed, lost: leaseLeftMs !== undefined };
}

/** How often a task was claimed. A write with a smaller fence is rejected. */
export function fenceOf({ fence }: TaskRecord): number {
  return fence ?? 0;
}

/** How often the call of a task was started. */
export function attemptsOf(record: TaskRecord): number {
  return fenceOf(record) - (record.setAside ?? 0);
}

/** Since when a task waits for a worker with its tool; `undefined` if it does not wait. */
export function missingToolSince(record: TaskRecord): number | undefined {
  const { missingTool } = record;
  return missingTool?.fence === fenceOf(record) && isRunnable(record) ? missingTool.since : undefined;
}
