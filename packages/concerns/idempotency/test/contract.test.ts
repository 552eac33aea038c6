import { describe, expect, it } from 'vitest';
import { idempotencyStoreContract } from '../src/contract.ts';
import { type Claim, createMemoryIdempotencyStore, type IdempotencyStore } from '../src/index.ts';
import { storeWith } from './support.ts';

type Sabotage = (store: IdempotencyStore) => Partial<IdempotencyStore>;

const alwaysTakesOver: Sabotage = (store) => ({ claim: (claim) => store.claim({ ...claim, takeOver: true }) });
const storesNothing: Sabotage = (store) => ({ settle: (claim) => (store.release(claim), 'settled') });
const ignoresFingerprints: Sabotage = (store) => ({ claim: (claim) => store.claim({ ...claim, fingerprint: 'same' }) });
const slow: Sabotage = (store) => {
  const taken = new Set<string>();
  return {
    // Checks first and claims later, like a store without transactions.
    claim: async (claim) => {
      const isTaken = taken.has(claim.key);
      await Promise.resolve();
      taken.add(claim.key);
      return isTaken ? store.claim(claim) : (store.claim(claim), { state: 'acquired' });
    },
  };
};
const seesNoWaiters: Sabotage = () => ({
  status: (claims) => claims.map(() => ({ isCanceled: false, awaitedMs: Number.POSITIVE_INFINITY })),
});
const changed = (claim: Claim, key: string): Claim => ({ ...claim, key, token: claim.token });

/** Defects of a store, each with the case that must fail. */
const sabotages: readonly (readonly [title: string, sabotage: Sabotage])[] = [
  ['grants a key to the first', () => ({ claim: () => ({ state: 'acquired' }) })],
  ['grants a key again', (store) => ({ claim: (claim) => store.claim({ ...claim, token: crypto.randomUUID() }) })],
  [
    'returns the claim objects',
    (store) => ({ keepsClaims: true, claim: (claim) => store.claim(changed(claim, claim.key)) }),
  ],
  ['grants a key to exactly one', slow],
  ['returns the stored result to', storesNothing],
  ['reports a conflict', ignoresFingerprints],
  [
    'delivers a result to waiting',
    (store) => ({ settle: (claim, result) => store.settle(claim, { ...result, retention: 'stored' }) }),
  ],
  ['deletes a claim', () => ({ release: () => undefined })],
  ['grants an abandoned key', alwaysTakesOver],
  [
    'still grants the key only',
    (store) => ({ abandon: (claim) => (claim.takeOver ? store.release(claim) : store.abandon(claim)) }),
  ],
  ['revokes a claim', () => ({ settle: () => 'settled' })],
  [
    'stores the result of a claim that was abandoned',
    (store) => ({ abandon: (claim) => store.release(claim), settle: () => 'taken' }),
  ],
  ['rejects every step', (store) => ({ settle: (claim, result) => (store.settle(claim, result), 'settled') })],
  ['stores the result of a claim that the store', () => ({ settle: () => 'taken' })],
  ['accepts the same result twice', rejectsRepeatedSettle],
  ['stores results until', storesNothing],
  ['separates all keys', (store) => byKey(store, (key) => new TextDecoder().decode(new TextEncoder().encode(key)))],
  [
    'stores a long result',
    (store) => ({
      settle: (claim, { retention, text, bytes }) =>
        store.settle(claim, { retention, text: text.slice(0, 65_535), bytes }),
    }),
  ],
  ['limits the results of one owner', () => ({})],
  ['never grants a key whose result', storesNothing],
  ['grants the key to a waiting claim', () => ({})],
  ['reports a cancellation', () => ({ cancel: () => undefined })],
  [
    'ignores the cancellation',
    (store) => {
      const canceled = new Set<string>();
      return {
        cancel: (key) => canceled.add(key),
        status: async (claims) => {
          const statuses = (await store.status?.(claims)) ?? [];
          return statuses.map((one, index) => ({ ...one, isCanceled: canceled.has(claims[index]?.key ?? '') }));
        },
      };
    },
  ],
  ['reports how long ago', seesNoWaiters],
  ['runs once for 50', slow],
  ['returns the stored result later', storesNothing],
  ['never runs other work', ignoresFingerprints],
  ['delivers a result that is not stored', storesNothing],
  ['releases work that throws', () => ({ release: () => undefined })],
  ['runs work with an unknown effect', alwaysTakesOver],
  ['returns in_doubt to all callers', alwaysTakesOver],
  ['adopts the result', (store) => ({ settle: (claim, result) => (store.settle(claim, result), 'settled') })],
  ['compares the whole', ignoresFingerprints],
  ['ends canceled work', () => ({ cancel: () => undefined })],
  ['ends work without waiting', seesNoWaiters],
  ['stops waiting for a run', () => ({ claim: () => ({ state: 'acquired' }) })],
];

describe('idempotencyStoreContract', () => {
  it.concurrent.each(sabotages)('notices a store that never %s', async (title, sabotage) => {
    const found = idempotencyStoreContract.find((one) => one.title.startsWith(title));
    const memory = createMemoryIdempotencyStore({ ttlMs: 300 });
    const broken = storeWith(sabotage, memory);
    let isOver = false;
    const store: IdempotencyStore = {
      ...broken,
      // A call that still waits would poll forever, and disturb later tests.
      claim: (claimed) => (isOver ? Promise.reject(new Error('The case is over.')) : broken.claim(claimed)),
    };
    const failed = found?.run({ make: () => store });
    await expect(
      Promise.race([
        failed,
        new Promise((_, give) => setTimeout(() => give(new Error('The case did not end.')), 10_000)),
      ]),
    ).rejects.toThrow(/: expected .*, got |broken|did not end/);
    isOver = true;
  });

  it.each(['cancel', 'status'] as const)('accepts a store without the optional method %s', async (method) => {
    const shared = createMemoryIdempotencyStore({ ttlMs: 60_000 });
    const { [method]: _left, ...store } = storeWith(() => ({}), shared);
    for (const { title, run } of idempotencyStoreContract) {
      if (/cancel/u.test(title)) await run({ make: () => store });
    }
  });

  it('has a defect for every case', () => {
    const unnoticed = idempotencyStoreContract.filter(
      ({ title }) => !sabotages.some(([start]) => title.startsWith(start)),
    );
    expect(unnoticed).toStrictEqual([]);
  });
});

function rejectsRepeatedSettle(store: IdempotencyStore): Partial<IdempotencyStore> {
  const settled = new Set<string>();
  return {
    settle: (claim, result) => {
      if (settled.has(claim.token)) return 'taken';
      settled.add(claim.token);
      return store.settle(claim, result);
    },
  };
}

function byKey(store: IdempotencyStore, keyOf: (key: string) => string): Partial<IdempotencyStore> {
  return {
    claim: (claim) => store.claim(changed(claim, keyOf(claim.key))),
    settle: (claim, result) => store.settle(changed(claim, keyOf(claim.key)), result),
  };
}
