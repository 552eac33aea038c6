import { hasEnded, type TaskRecord } from './task-record.ts';

/** What a store answers to a worker that wants to run a task. */
export type Claim =
  /** The task is this worker's, under the fence of the record. `lost`: another had it, and has neither ended it nor given it back. */
  | { readonly kind: 'claimed'; readonly record: TaskRecord; readonly lost: boolean }
  /** Somebody else has it, for so long at most unless they renew. */
  | { readonly kind: 'held'; readonly forMs: number }
  /** Nobody has it, and of the places that it needs one is taken, or kept for an older task that asks as well. To be asked again after so long; nothing has changed. */
  | { readonly kind: 'busy'; readonly forMs: number }
  /** There is nothing to run: it has ended, is gone, waits for input, or has come to another turn. */
  | { readonly kind: 'over' };

/** Tells a task that is to be run by whoever claims it. */
export function isToRun(record: TaskRecord): boolean {
  return record.call !== undefined && !hasEnded(record) && record.status === 'working';
}

/**
 * Judges a claim, for stores to keep what it answers in one step with what they have read. `leaseLeftMs` is what is left of a lease by
 * the store's clock: below 0 once it has lapsed, and `undefined` where nobody had the task or it was given back.
 */
export function judgeClaim(record: TaskRecord | undefined, turn: number, leaseLeftMs: number | undefined): Claim {
  if (record === undefined || !isToRun(record) || turnOf(record) !== turn) return { kind: 'over' };
  if (leaseLeftMs !== undefined && leaseLeftMs > 0) return { kind: 'held', forMs: leaseLeftMs };
  // TASK-02: each claim is one more than all before it, whichever engine has delivered it.
  const claimed = { ...record, version: record.version + 1, fence: fenceOf(record) + 1 };
  return { kind: 'claimed', record: claimed, lost: leaseLeftMs !== undefined };
}

/** How often a task was claimed so far: whoever writes with less has been overtaken. */
export function fenceOf({ fence }: TaskRecord): number {
  return fence ?? 0;
}

/** Which of its turns a task has come to: 1 until it was parked and has gone on. */
export function turnOf({ turn }: TaskRecord): number {
  return turn ?? 1;
}
