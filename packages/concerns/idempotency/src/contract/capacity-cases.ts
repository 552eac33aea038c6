import { assertEqual, bytesOfOwner } from '@toolwire/internal';
import type { Claim, IdempotencyStore } from '../idempotency-store.ts';
import {
  claimOf,
  deliveredResult,
  expectState,
  type IdempotencyStoreCase,
  storeCase,
  storedResult,
  ttlMs,
  unique,
} from './case-support.ts';

/** Cases about owners above their quota. */
export const capacityCases: readonly IdempotencyStoreCase[] = [
  storeCase(
    'limits the results of one owner, remembers their calls, and keeps the results of other owners',
    async ({ make }) => {
      const store = make({ ttlMs, maxBytes });
      const [greedy, small] = [unique(), unique()];
      const first = await settle(store, small, 'charged once');
      const keys: string[] = [];
      for (let index = 0; index < 60; index += 1) keys.push(await settle(store, greedy, long));
      const claims = await Promise.all(keys.map(async (key) => store.claim(claimOf(key, { owner: greedy }))));
      const states = claims.map(({ state }) => state);
      assertEqual([...new Set(states)].sort(), ['completed', 'not_stored'], 'states of the claims');
      const storedBytes = states.filter((state) => state === 'completed').length * long.length;
      assertEqual(storedBytes <= ownerBytes, true, `whether ${storedBytes} bytes are at most ${ownerBytes}`);
      for (const [key, text] of [
        [first, 'charged once'],
        [await settle(store, small, long), long],
      ] as const) {
        const result = await store.claim(claimOf(key, { owner: small }));
        assertEqual(result, { state: 'completed', text }, 'claim of another owner');
      }
    },
  ),
  storeCase('never grants a key whose result was too large to store', async ({ make }) => {
    const [store, owner] = [make({ ttlMs, maxBytes }), unique()];
    const key = await settle(store, owner, 'x'.repeat(ownerBytes + 1));
    const claim = async (fields: Partial<Claim>): Promise<unknown> => store.claim(claimOf(key, { owner, ...fields }));
    assertEqual(await claim({}), { state: 'not_stored' }, 'claim of the same work');
    assertEqual(await claim({ takeOver: true }), { state: 'not_stored' }, 'claim that may take over');
    assertEqual(await claim({ fingerprint: 'other' }), { state: 'conflict' }, 'claim of other work');
  }),
  storeCase('grants the key to a waiting claim if the result was too large to deliver', async ({ make }) => {
    const [store, owner, key] = [make({ ttlMs, maxBytes }), unique(), unique()];
    const first = claimOf(key, { owner });
    await store.claim(first);
    await store.settle(first, deliveredResult('x'.repeat(ownerBytes + 1)));
    await expectState(store, claimOf(key, { owner, awaited: first.token }), 'acquired', 'waiting claim');
  }),
];

/** Small, to fill it quickly. */
const maxBytes = 8_000_000;
const ownerBytes = bytesOfOwner(maxBytes);

const long = 'x'.repeat(100_000);

async function settle(store: IdempotencyStore, owner: string, text: string): Promise<string> {
  const claim = claimOf(unique(), { owner });
  await store.claim(claim);
  assertEqual(await store.settle(claim, storedResult(text)), 'settled', 'settle');
  return claim.key;
}
