import { expect } from 'vitest';
import { claimOf, unique } from '../src/contract/case-support.ts';
import type { MemoryIdempotencyStore, StoredResult } from '../src/index.ts';

/** A result of 1,000 bytes. */
export const long = 'x'.repeat(1_000);

/** Settles a claim of a new key, and returns the key. */
export function settle(store: MemoryIdempotencyStore, owner: string | undefined, result: StoredResult): string {
  const claim = claimOf(unique(), { owner });
  expect(store.claim(claim)).toStrictEqual({ state: 'acquired' });
  expect(store.settle(claim, result)).toBe('settled');
  return claim.key;
}
