import { countedTaskBytes } from '@toolwire/internal';
import { type Claim, fenceOf, stateOf, type TaskRecord } from '@toolwire/tasks';
import { shortDigest } from './digests.ts';
import type { Rows } from './postgres-pool.ts';

/** The first values of the statements that store a record. */
export function valuesOf(record: TaskRecord): unknown[] {
  const { version, fence: _, ...rest } = record;
  // A claim changes only the columns of version and fence, and doesn't rewrite the text.
  const text = JSON.stringify(rest);
  return [
    shortDigest(record.id),
    text,
    version,
    fenceOf(record),
    record.turn ?? 1,
    stateOf(record),
    countedTaskBytes(Buffer.byteLength(text)),
    shortDigest(record.owner),
  ];
}

/** Decodes the record of a row. */
export function recordOf(row: Rows[number]): TaskRecord {
  const record = JSON.parse(String(row['record'])) as Omit<TaskRecord, 'version' | 'fence'>;
  const fence = Number(row['fence']);
  return { ...record, version: Number(row['version']), ...(fence > 0 && { fence }) };
}

/** Decodes the row of a granted claim. */
export function claimOf(row: Rows[number]): Claim {
  return { kind: 'claimed', record: recordOf(row), lost: row['lost'] === true };
}
