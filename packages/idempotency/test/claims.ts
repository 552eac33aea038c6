import { type Answered, type Claim, createMemoryIdempotencyStore, type IdempotencyStore } from '../src/index.ts';

let claims = 0;

/** A claim with a token of its own. */
export function claimOf(key: string, fields: Partial<Claim> = {}): Claim {
  claims += 1;
  return { key, fingerprint: 'same', token: `token ${claims}`, takeOver: false, ...fields };
}

/** A key that no other test uses. */
export function freshKey(): string {
  claims += 1;
  return `key ${process.pid}-${Date.now()}-${claims}`;
}

export function kept(text: string): Answered {
  return { fate: 'kept', text, bytes: 2 * text.length };
}

export function handedOn(text: string): Answered {
  return { ...kept(text), fate: 'handed_on' };
}

/** A store in memory, some of whose steps are others. */
export function storeWith(steps: (memory: IdempotencyStore) => Partial<IdempotencyStore>): IdempotencyStore {
  const memory = createMemoryIdempotencyStore();
  return {
    leaseMs: memory.leaseMs,
    claim: (claim) => memory.claim(claim),
    settle: (claim, answer) => memory.settle(claim, answer),
    release: (claim) => memory.release(claim),
    abandon: (claim) => memory.abandon(claim),
    renew: () => memory.renew(),
    ...steps(memory),
  };
}

/** The values, now or later. */
export function all<T>(values: readonly (T | Promise<T>)[]): Promise<T[]> {
  return Promise.all(values.map(async (value) => value));
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
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
