import { fenceOf, isRunnable } from '../record/claim.ts';
import { hasEnded, type TaskRecord } from '../record/task-record.ts';

/** A stored task: its serialized record, with frequently read fields. Times are by the monotonic clock of the process. */
export interface TaskEntry {
  readonly id: string;
  readonly owner: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** `undefined` until it ends. */
  readonly endedAt: number | undefined;
  readonly version: number;
  readonly fence: number;
  /** The counted memory. */
  readonly bytes: number;
  /** Whether a worker may claim it. */
  readonly isRunnable: boolean;
  /** Serialized, so it behaves like other stores and cannot be mutated. */
  readonly text: string;
  /** The end of the lease of the last worker; `undefined` if it ended the lease itself. */
  leaseEnds: number | undefined;
}

/** Creates the entry of a record. A changed record keeps the expiry of its earlier entry, and the lease if a worker may still run it. */
export function entryOf(record: TaskRecord, earlier?: TaskEntry): TaskEntry {
  const now = performance.now();
  const text = JSON.stringify(record);
  return {
    id: record.id,
    owner: record.owner,
    createdAt: record.createdAt,
    expiresAt: earlier?.expiresAt ?? now + record.ttlMs,
    endedAt: hasEnded(record) ? now : undefined,
    version: record.version,
    fence: fenceOf(record),
    bytes: bytesOf(text),
    isRunnable: isRunnable(record),
    text,
    leaseEnds: isRunnable(record) ? earlier?.leaseEnds : undefined,
  };
}

/** Returns the record of an entry. */
export function recordOf({ text }: TaskEntry): TaskRecord {
  return JSON.parse(text) as TaskRecord;
}

/** The rest of a lease: negative if it has expired, `undefined` without a lease. */
export function leaseLeftMs({ leaseEnds }: TaskEntry): number | undefined {
  return leaseEnds === undefined ? undefined : leaseEnds - performance.now();
}

/** Whether a worker has the task. */
export function isHeld(entry: TaskEntry): boolean {
  return (leaseLeftMs(entry) ?? 0) > 0;
}

/** Each task reserves at least this much, so that a failure always fits. */
const minBytes = 2048;

/** The approximate memory of a record. V8 uses two bytes per character if the text has any character outside Latin-1. */
function bytesOf(text: string): number {
  return Math.max(minBytes, minBytes / 4 + (/[^\0-\u00ff]/.test(text) ? 2 : 1) * text.length);
}
