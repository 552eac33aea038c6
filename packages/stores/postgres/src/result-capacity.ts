import type { Claim, StoredResult } from '@toolwire/idempotency';
import type { IdempotencyLimits } from '@toolwire/internal';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { IdempotencyStatements } from './idempotency-statements.ts';
import type { RetryingPool } from './retrying-pool.ts';

/** How much of a result fits. */
export interface ResultCapacity {
  readonly state: 'kept' | 'handed_on' | 'unkept' | 'dropped';
  readonly bytes: number;
  /** The owners under whom the size counts. */
  readonly owners: readonly string[];
}

interface ResultCapacityConfig {
  readonly pool: RetryingPool;
  readonly statements: IdempotencyStatements;
  readonly digests: IdempotencyKeys;
  readonly limits: IdempotencyLimits;
}

/** Smaller results are always stored, and don't count. */
const uncountedBytes = 256;

/** Checks whether a result fits into the limits. */
export async function capacityFor(
  claim: Claim,
  { retention }: StoredResult,
  bytes: number,
  { pool, statements, digests, limits }: ResultCapacityConfig,
): Promise<ResultCapacity> {
  if (bytes < uncountedBytes) return { state: retention, bytes: 0, owners: [] };
  const { ttlMs, maxBytes, maxBytesPerOwner } = limits;
  const owners = digests.ownersOf(claim);
  const rows = await pool.runOnce(statements.resultUsage, [owners, ttlMs]);
  const fits = rows.every((row) => Number(row['bytes']) + bytes <= (row['owner'] === '' ? maxBytes : maxBytesPerOwner));
  // Owners without results have no row.
  const most = claim.owner === undefined ? maxBytes : Math.min(maxBytes, maxBytesPerOwner);
  if (fits && bytes <= most) return { state: retention, bytes, owners };
  return { state: retention === 'kept' ? 'unkept' : 'dropped', bytes: 0, owners: [] };
}
