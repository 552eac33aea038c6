import { createMemoryIdempotencyStore, type IdempotencyStore } from '../src/index.ts';

/** A memory store with some methods replaced. */
export function storeWith(
  steps: (memory: IdempotencyStore) => Partial<IdempotencyStore>,
  memory: IdempotencyStore = createMemoryIdempotencyStore(),
): IdempotencyStore {
  return {
    leaseMs: memory.leaseMs,
    claim: (claim) => memory.claim(claim),
    settle: (claim, result) => memory.settle(claim, result),
    release: (claim) => memory.release(claim),
    abandon: (claim) => memory.abandon(claim),
    renew: (claims) => memory.renew(claims),
    cancel: (key) => memory.cancel?.(key),
    status: (claims) => memory.status?.(claims) ?? [],
    ...steps(memory),
  };
}
