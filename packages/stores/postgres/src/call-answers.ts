import type { Answered, Claim } from '@toolwire/idempotency';
import type { CallStatements } from './call-statements.ts';
import { digest } from './digests.ts';
import type { PatientPool } from './patient-pool.ts';

/** How much of answers is kept within their time, all together and of one owner. */
export interface AnswerLimits {
  readonly ttlMs: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** What of an answer is to be kept, and what it takes. */
export interface AnswerRoom {
  readonly state: 'kept' | 'handed_on' | 'unkept' | 'dropped';
  readonly bytes: number;
  /** Those that it is counted for. */
  readonly owners: readonly string[];
}

/** An answer that takes less is kept in any case. */
const fewBytes = 256;

/** Says what of an answer there is room for. */
export async function roomFor(
  { owner }: Claim,
  { fate }: Answered,
  bytes: number,
  { pool, statements, limits }: { pool: PatientPool; statements: CallStatements; limits: AnswerLimits },
): Promise<AnswerRoom> {
  if (bytes < fewBytes) return { state: fate, bytes: 0, owners: [] };
  // '' is no digest, and so nobody's.
  const owners = owner === undefined ? [''] : ['', digest(JSON.stringify(owner))];
  const rows = await pool.runOnce(statements.room, [owners, limits.ttlMs]);
  const fits = rows.every((row) => {
    const most = row['owner'] === '' ? limits.maxBytes : limits.maxBytesPerOwner;
    return Number(row['bytes']) + bytes <= most;
  });
  // Who has nothing yet is in no row.
  if (fits && bytes <= Math.min(limits.maxBytes, owner === undefined ? limits.maxBytes : limits.maxBytesPerOwner)) {
    return { state: fate, bytes, owners };
  }
  return { state: fate === 'kept' ? 'unkept' : 'dropped', bytes: 0, owners: [] };
}
