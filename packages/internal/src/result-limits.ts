import { type Optional, readByteLimits } from './byte-limits.ts';
import { checkNumber, wholeMs } from './check-numbers.ts';
import type { NamesOf } from './check-options.ts';
import { StartUpError } from './start-up-error.ts';

/** How long and how much an idempotency store stores. */
export interface ResultLimits {
  readonly ttlMs: number;
  readonly leaseMs: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** The names of the limits of an idempotency store. */
export const resultLimitNames: NamesOf<ResultLimits> = {
  ttlMs: true,
  leaseMs: true,
  maxBytes: true,
  maxBytesPerOwner: true,
};

/** How long a result is stored by default: 15 minutes. */
export const defaultResultTtlMs: number = 15 * 60_000;

/** Reads the limits of an idempotency store from its options. */
export function readResultLimits(options: Optional<ResultLimits>, defaultMaxBytes: number): ResultLimits {
  const { ttlMs = defaultResultTtlMs, leaseMs = 10_000 } = options;
  checkNumber('leaseMs', leaseMs, wholeMs);
  checkNumber('ttlMs', ttlMs, wholeMs);
  if (ttlMs < leaseMs) {
    throw new StartUpError('TW_OPTION_NUMBER', `ttlMs must be at least leaseMs (${leaseMs}), got ${ttlMs}.`);
  }
  return { ttlMs, leaseMs, ...readByteLimits(options, defaultMaxBytes) };
}
