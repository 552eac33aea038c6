import { type Claim, fenceOf, hasEnded, isToRun, type TaskRecord } from '@toolwire/tasks';
import { digestOf } from './digests.ts';
import type { Rows } from './patient-pool.ts';

/** What every task takes, at least: as much as it needs to say that it came to nothing. */
const leastBytes = 2_048;

/** What both statements that keep a record are given first. */
export function valuesOf(record: TaskRecord): unknown[] {
  const { version, fence: _, ...rest } = record;
  // Version and fence are in columns of their own: a claim changes them, and need not write the text again.
  const text = JSON.stringify(rest);
  const bytes = Math.max(leastBytes, leastBytes / 2 + Buffer.byteLength(text));
  return [
    digestOf(record.id),
    text,
    version,
    fenceOf(record),
    record.turn ?? 1,
    stateOf(record),
    bytes,
    digestOf(record.owner),
  ];
}

/** The record that a row holds. */
export function recordOf(row: Rows[number]): TaskRecord {
  const record = JSON.parse(String(row['record'])) as Omit<TaskRecord, 'version' | 'fence'>;
  const fence = Number(row['fence']);
  return { ...record, version: Number(row['version']), ...(fence > 0 && { fence }) };
}

/** The claim that a row tells of. */
export function claimedOf(row: Rows[number]): Claim {
  return { kind: 'claimed', record: recordOf(row), lost: row['lost'] === true };
}

function stateOf(record: TaskRecord): 'to_run' | 'waiting' | 'ended' {
  if (hasEnded(record)) return 'ended';
  return isToRun(record) ? 'to_run' : 'waiting';
}
