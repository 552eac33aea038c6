import { describe, expect, it } from 'vitest';
import { idempotencyStoreContract } from '../src/contract.ts';
import { type Claim, createMemoryIdempotencyStore, type IdempotencyStore } from '../src/index.ts';
import { storeWith } from './support.ts';

type Sabotage = (store: IdempotencyStore) => Partial<IdempotencyStore>;

const everyoneTakesOver: Sabotage = (store) => ({ claim: (claim) => store.claim({ ...claim, takeOver: true }) });
const forgetsAtOnce: Sabotage = (store) => ({ settle: (claim) => (store.release(claim), 'settled') });
const oneForAll: Sabotage = (store) => ({ claim: (claim) => store.claim({ ...claim, fingerprint: 'same' }) });
const slow: Sabotage = (store) => {
  const taken = new Set<string>();
  return {
    // Looks first and claims later, as a store without transactions does.
    claim: async (claim) => {
      const isTaken = taken.has(claim.key);
      await Promise.resolve();
      taken.add(claim.key);
      return isTaken ? store.claim(claim) : (store.claim(claim), { state: 'mine' });
    },
  };
};
const hearsOfNobody: Sabotage = () => ({
  news: (claims) => claims.map(() => ({ isCancelled: false, awaitedMs: Number.POSITIVE_INFINITY })),
});
const changed = (claim: Claim, key: string): Claim => ({ ...claim, key, token: claim.token });

/** What a store may get wrong, and the case that must notice. */
const sabotages: readonly (readonly [title: string, sabotage: Sabotage])[] = [
  ['gives a key to the first', () => ({ claim: () => ({ state: 'mine' }) })],
  ['gives a key again', (store) => ({ claim: (claim) => store.claim({ ...claim, token: crypto.randomUUID() }) })],
  [
    'hands out the claims',
    (store) => ({ keepsClaims: true, claim: (claim) => store.claim(changed(claim, claim.key)) }),
  ],
  ['gives a key to exactly one', slow],
  ['answers claims with what was kept', forgetsAtOnce],
  ['tells a conflict', oneForAll],
  ['hands an answer on', (store) => ({ settle: (claim, answer) => store.settle(claim, { ...answer, fate: 'kept' }) })],
  ['forgets a claim that its owner', () => ({ release: () => undefined })],
  ['gives an abandoned claim', everyoneTakesOver],
  [
    'takes the answer of an owner who',
    (store) => ({ abandon: (claim) => store.release(claim), settle: () => 'taken' }),
  ],
  ['takes nothing of an owner', (store) => ({ settle: (claim, answer) => (store.settle(claim, answer), 'settled') })],
  ['takes the answer of a claim that', () => ({ settle: () => 'taken' })],
  ['takes the same answer twice', twiceIsTaken],
  ['keeps answers for their time', forgetsAtOnce],
  ['keeps every key apart', (store) => byKey(store, (key) => new TextDecoder().decode(new TextEncoder().encode(key)))],
  [
    'keeps a long answer',
    (store) => ({
      settle: (claim, { fate, text, bytes }) => store.settle(claim, { fate, text: text.slice(0, 65_535), bytes }),
    }),
  ],
  ['bounds what one owner keeps', () => ({})],
  ['keeps other work, and whoever', forgetsAtOnce],
  ['lets who waits begin anew', () => ({})],
  ['tells an owner that its work is cancelled', () => ({ cancel: () => undefined })],
  [
    'cancels nothing that is done',
    (store) => {
      const cancelled = new Set<string>();
      return {
        cancel: (key) => cancelled.add(key),
        news: async (claims) => {
          const news = (await store.news?.(claims)) ?? [];
          return news.map((one, index) => ({ ...one, isCancelled: cancelled.has(claims[index]?.key ?? '') }));
        },
      };
    },
  ],
  ['tells an owner how long ago', hearsOfNobody],
  ['lets one run for 50', slow],
  ['repeats an answer later', forgetsAtOnce],
  ['never runs other work', oneForAll],
  ['hands on what is not kept', forgetsAtOnce],
  ['forgets work that throws', () => ({ release: () => undefined })],
  ['does work again', everyoneTakesOver],
  ['takes the answer of whoever', (store) => ({ settle: (claim, answer) => (store.settle(claim, answer), 'settled') })],
  ['tells work apart by its whole', oneForAll],
  ['ends cancelled work', () => ({ cancel: () => undefined })],
  ['ends work for which nobody waits', hearsOfNobody],
  ['stops waiting for a run', () => ({ claim: () => ({ state: 'mine' }) })],
];

describe('idempotencyStoreContract', () => {
  it.concurrent.each(sabotages)('notices a store that never %s', async (title, sabotage) => {
    const found = idempotencyStoreContract.find((one) => one.title.startsWith(title));
    const memory = createMemoryIdempotencyStore({ ttlMs: 300 });
    const spoilt = storeWith(sabotage, memory);
    let isOver = false;
    const store: IdempotencyStore = {
      ...spoilt,
      // Whoever waits in vain asks again for ever, and would do so in the tests of other files.
      claim: (claimed) => (isOver ? Promise.reject(new Error('The case is over.')) : spoilt.claim(claimed)),
    };
    const failed = found?.run({ make: () => store });
    await expect(
      Promise.race([failed, new Promise((_, give) => setTimeout(() => give(new Error('It should be over.')), 10_000))]),
    ).rejects.toThrow(/should be|broken/);
    isOver = true;
  });

  it('has no case that nothing could fail', () => {
    const unnoticed = idempotencyStoreContract.filter(
      ({ title }) => !sabotages.some(([start]) => title.startsWith(start)),
    );
    expect(unnoticed).toStrictEqual([]);
  });
});

function twiceIsTaken(store: IdempotencyStore): Partial<IdempotencyStore> {
  const settled = new Set<string>();
  return {
    settle: (claim, answer) => {
      if (settled.has(claim.token)) return 'taken';
      settled.add(claim.token);
      return store.settle(claim, answer);
    },
  };
}

function byKey(store: IdempotencyStore, keyOf: (key: string) => string): Partial<IdempotencyStore> {
  return {
    claim: (claim) => store.claim(changed(claim, keyOf(claim.key))),
    settle: (claim, answer) => store.settle(changed(claim, keyOf(claim.key)), answer),
  };
}
