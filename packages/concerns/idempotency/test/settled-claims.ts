import { expect } from 'vitest';
import { claimOf, unique } from '../src/contract/store-case.ts';
import type { Answered, MemoryIdempotencyStore } from '../src/index.ts';

/** The answer of a call, of a thousand bytes. */
export const long = 'x'.repeat(1_000);

/** Settles a claim of a key of its own, which it answers. */
export function settle(store: MemoryIdempotencyStore, owner: string | undefined, answer: Answered): string {
  const claim = claimOf(unique(), { owner });
  expect(store.claim(claim)).toStrictEqual({ state: 'mine' });
  expect(store.settle(claim, answer)).toBe('settled');
  return claim.key;
}
