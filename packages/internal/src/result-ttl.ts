/** How long a result is stored by default: 15 minutes. */
export const defaultResultTtlMs: number = 15 * 60_000;

/** How long a result for waiting calls is stored. They poll within a quarter of a second. */
const deliveryMs = 10_000;

/** How long a result is stored: the whole TTL of results for repeated calls, or a moment for the calls that already wait. */
export function ttlOfResult(retention: 'stored' | 'delivered', ttlMs: number): number {
  return retention === 'stored' ? ttlMs : Math.min(deliveryMs, ttlMs);
}

/** How long a claim is stored, far above any lease: its owner may be alive even if the clock of the database jumps forward by hours. */
export function ttlOfClaim(ttlMs: number): number {
  return Math.max(ttlMs, 24 * 60 * 60_000);
}
