import { fenceOf, isRunnable } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { bytesOf } from './byte-budget.ts';

/** A serialized record, with frequently read fields. */
export interface TaskEntry extends SerializedRecord {
  readonly id: string;
  readonly owner: string | null;
  readonly createdAt: number;
  /** By the clock of the store, like `endedAt`. */
  readonly expiresAt: number;
  /** `undefined` until it ends. */
  readonly endedAt: number | undefined;
}

/** The part of an entry that changes with its record. */
export interface SerializedRecord {
  readonly version: number;
  readonly bytes: number;
  readonly fence: number;
  /** Whether a worker may claim it. */
  readonly isRunnable: boolean;
  /** Serialized, so it behaves like other stores and cannot be mutated. */
  readonly text: string;
}

export function serialize(record: TaskRecord): SerializedRecord {
  const text = JSON.stringify(record);
  return {
    version: record.version,
    bytes: bytesOf(text),
    fence: fenceOf(record),
    isRunnable: isRunnable(record),
    text,
  };
}

export function parse({ text }: SerializedRecord): TaskRecord {
  return JSON.parse(text) as TaskRecord;
}
