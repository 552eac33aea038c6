import { byteCount, checkNumber, wholeMs, wholeTimer } from '../options/check-numbers.ts';
import type { NamesOf, Optional } from '../options/check-options.ts';
import { StartupError } from '../options/startup-error.ts';

/** How long and how much an idempotency store stores. Each store has its defaults in `create-idempotency-store.ts`. */
export interface IdempotencyLimits {
  readonly ttlMs: number;
  readonly leaseMs: number;
  readonly maxBytes: number;
}

/** The names of the limits of an idempotency store. */
export const idempotencyLimitNames: NamesOf<IdempotencyLimits> = {
  ttlMs: true,
  leaseMs: true,
  maxBytes: true,
};

/** Smaller results are stored even if a store is full. */
export const alwaysStoredBytes = 256;

/** Reads the limits of an idempotency store from its options. */
export function readIdempotencyLimits(
  options: Optional<IdempotencyLimits>,
  defaults: IdempotencyLimits,
): IdempotencyLimits {
  const { ttlMs = defaults.ttlMs, leaseMs = defaults.leaseMs, maxBytes = defaults.maxBytes } = options;
  checkNumber('leaseMs', leaseMs, wholeTimer);
  checkNumber('ttlMs', ttlMs, wholeMs);
  checkNumber('maxBytes', maxBytes, byteCount);
  if (ttlMs < leaseMs) {
    throw new StartupError('TW_OPTION_NUMBER', `ttlMs must be at least leaseMs (${leaseMs}), got ${ttlMs}.`);
  }
  return { ttlMs, leaseMs, maxBytes };
}

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

/** The bytes that a store stores for one owner: a quarter, so that one owner can't fill it. */
export function bytesOfOwner(maxBytes: number): number {
  return Math.ceil(maxBytes / 4);
}
