import type { Claim, StoredResult } from '@toolwire/idempotency';
import { alwaysStoredBytes, bytesOfOwner, type IdempotencyLimits } from '@toolwire/internal';
import type { ClaimDigests } from './digests.ts';
import type { IdempotencyStatements } from './idempotency-statements.ts';
import type { RetryingPool } from './postgres-pool.ts';

/** How a result is stored. */
export interface ResultCapacity {
  /** The retention of a result that fits. Above the limits, `stored` becomes `not_stored`, without the text, and `delivered` becomes `dropped`. */
  readonly state: 'stored' | 'delivered' | 'not_stored' | 'dropped';
  /** The bytes that count toward the limits; 0 if none do. */
  readonly bytes: number;
  /** The owners for whom they count. */
  readonly owners: readonly string[];
}

interface ResultCapacityConfig {
  readonly pool: RetryingPool;
  readonly statements: IdempotencyStatements;
  readonly digests: ClaimDigests;
  readonly limits: IdempotencyLimits;
}

/** Decides from the limits how a result is stored. */
export async function capacityFor(
  claim: Claim,
  { retention }: StoredResult,
  bytes: number,
  { pool, statements, digests, limits }: ResultCapacityConfig,
): Promise<ResultCapacity> {
  // A small result doesn't count.
  if (bytes < alwaysStoredBytes) return { state: retention, bytes: 0, owners: [] };
  const { ttlMs, maxBytes } = limits;
  const maxBytesOfOwner = bytesOfOwner(maxBytes);
  const owners = digests.ownersOf(claim);
  const rows = await pool.runOnce(statements.resultUsage, [owners, ttlMs]);
  const fits = rows.every((row) => Number(row['bytes']) + bytes <= (row['owner'] === '' ? maxBytes : maxBytesOfOwner));
  // Owners without results have no row.
  const limit = claim.owner === undefined ? maxBytes : maxBytesOfOwner;
  if (fits && bytes <= limit) return { state: retention, bytes, owners };
  return { state: retention === 'stored' ? 'not_stored' : 'dropped', bytes: 0, owners: [] };
}
