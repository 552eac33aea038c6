import { byteCount, checkNumber, wholeMs } from './check-numbers.ts';
import type { NamesOf } from './check-options.ts';
import { StartUpError } from './start-up-error.ts';

/** How long and how much an idempotency store stores. Each store chooses its default `maxBytes`. */
export interface IdempotencyLimits {
  readonly ttlMs: number;
  readonly leaseMs: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** The names of the limits of an idempotency store. */
export const idempotencyLimitNames: NamesOf<IdempotencyLimits> = {
  ttlMs: true,
  leaseMs: true,
  maxBytes: true,
  maxBytesPerOwner: true,
};

/** How long a result is stored by default: 15 minutes. */
export const defaultResultTtlMs: number = 15 * 60_000;

/** How long a claim lasts without renewal by default. */
const defaultLeaseMs = 10_000;

/** Reads the limits of an idempotency store from its options. */
export function readIdempotencyLimits(
  options: Optional<IdempotencyLimits>,
  defaultMaxBytes: number,
): IdempotencyLimits {
  const { ttlMs = defaultResultTtlMs, leaseMs = defaultLeaseMs } = options;
  checkNumber('leaseMs', leaseMs, wholeMs);
  checkNumber('ttlMs', ttlMs, wholeMs);
  if (ttlMs < leaseMs) {
    throw new StartUpError('TW_OPTION_NUMBER', `ttlMs must be at least leaseMs (${leaseMs}), got ${ttlMs}.`);
  }
  return { ttlMs, leaseMs, ...readByteLimits(options, defaultMaxBytes) };
}

/** Limits as options. */
export type Optional<Limits> = { readonly [Name in keyof Limits]?: Limits[Name] | undefined };

/** How many bytes a store stores, in total and per owner. */
interface ByteLimits {
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** Reads the byte limits of a store from its options. One owner gets a quarter by default. */
export function readByteLimits(options: Optional<ByteLimits>, defaultMaxBytes: number): ByteLimits {
  const { maxBytes = defaultMaxBytes } = options;
  checkNumber('maxBytes', maxBytes, byteCount);
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkNumber('maxBytesPerOwner', maxBytesPerOwner, byteCount);
  return { maxBytes, maxBytesPerOwner };
}
