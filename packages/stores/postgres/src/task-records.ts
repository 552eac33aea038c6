import { type Claim, fenceOf, hasEnded, isRunnable, type TaskRecord } from '@toolwire/tasks';
import { shortDigest } from './digests.ts';
import type { Rows } from './retrying-pool.ts';

/** The smallest size that is counted for a task, so that its failure always fits. Half of it is for keys and indexes. */
const minTaskBytes = 2_048;

/** The first values of the statements that store a record. */
export function valuesOf(record: TaskRecord): unknown[] {
  const { version, fence: _, ...rest } = record;
  // A claim changes only the columns of version and fence, and doesn't rewrite the text.
  const text = JSON.stringify(rest);
  const bytes = Math.max(minTaskBytes, minTaskBytes / 2 + Buffer.byteLength(text));
  return [
    shortDigest(record.id),
    text,
    version,
    fenceOf(record),
    record.turn ?? 1,
    stateOf(record),
    bytes,
    shortDigest(record.owner),
  ];
}

export function recordOf(row: Rows[number]): TaskRecord {
  const record = JSON.parse(String(row['record'])) as Omit<TaskRecord, 'version' | 'fence'>;
  const fence = Number(row['fence']);
  return { ...record, version: Number(row['version']), ...(fence > 0 && { fence }) };
}

export function claimOf(row: Rows[number]): Claim {
  return { kind: 'claimed', record: recordOf(row), lost: row['lost'] === true };
}

function stateOf(record: TaskRecord): 'to_run' | 'waiting' | 'ended' {
  if (hasEnded(record)) return 'ended';
  return isRunnable(record) ? 'to_run' : 'waiting';
}
