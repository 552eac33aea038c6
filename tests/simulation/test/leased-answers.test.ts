import type { IdempotencyStore } from '@toolwire/idempotency';
import { idempotencyStoreContract } from '@toolwire/idempotency/contract';
import { describe, it } from 'vitest';
import { LeasedAnswers } from '../src/leased-answers.ts';

const leaseMs = 6_000;

/** The simulated store has no quotas. */
const cases = idempotencyStoreContract.filter(({ title }) => !/quota|too large|share|limit/.test(title));

/** Stores with the same options share their data. */
function createStores(): (options: { readonly ttlMs: number }) => IdempotencyStore {
  const all = new Map<number, IdempotencyStore>();
  return ({ ttlMs }) => {
    const answers = new LeasedAnswers(leaseMs, ttlMs, () => performance.now());
    const store: IdempotencyStore = all.get(ttlMs) ?? {
      leaseMs,
      claim: (claim) => Promise.resolve(answers.claim(claim)),
      settle: (claim, stored) => Promise.resolve(answers.settle(claim, stored)),
      release: (claim) => Promise.resolve(answers.release(claim)),
      abandon: (claim) => Promise.resolve(answers.abandon(claim)),
      renew: (claims) => Promise.resolve(answers.renew(claims)),
      cancel: (key) => Promise.resolve(answers.cancel(key)),
      status: (claims) => Promise.resolve(answers.status(claims)),
    };
    all.set(ttlMs, store);
    return store;
  };
}

describe('the simulated idempotency keys', () => {
  it.concurrent.each(cases)('$title', async ({ run }) => {
    await run({ make: createStores() });
  });
});
