import { createMemoryIdempotencyStore, type IdempotencyStore } from '../src/index.ts';

/** A memory store with some methods replaced. */
export function storeWith(
  steps: (memory: IdempotencyStore) => Partial<IdempotencyStore>,
  memory: IdempotencyStore = createMemoryIdempotencyStore(),
): IdempotencyStore {
  return {
    leaseMs: memory.leaseMs,
    claim: (claim) => memory.claim(claim),
    settle: (claim, answer) => memory.settle(claim, answer),
    release: (claim) => memory.release(claim),
    abandon: (claim) => memory.abandon(claim),
    renew: (claims) => memory.renew(claims),
    cancel: (key) => memory.cancel?.(key),
    status: (claims) => memory.status?.(claims) ?? [],
    ...steps(memory),
  };
}

/** A promise that a test settles. */
export function deferred<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((keep, fail) => {
    resolve = keep;
    reject = fail;
  });
  return { promise, resolve, reject };
}
