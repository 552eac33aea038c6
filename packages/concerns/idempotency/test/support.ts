import { createMemoryIdempotencyStore, type IdempotencyStore } from '../src/index.ts';

/** A store in memory, some of whose steps are others. */
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
    news: (claims) => memory.news?.(claims) ?? [],
    ...steps(memory),
  };
}

/** A promise to settle from outside. */
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
