import { assertEqual, bytesOfOwner } from '@toolwire/internal';
import type { Claim, IdempotencyStore } from '../idempotency-store.ts';
import {
  claimedKey,
  claimOf,
  deliveredResult,
  expectRunning,
  expectState,
  expectStored,
  type IdempotencyStoreCase,
  pause,
  storeCase,
  storedResult,
  ttlMs,
  unique,
} from './case-support.ts';

/** Cases about storing results. */
export const resultCases: readonly IdempotencyStoreCase[] = [
  storeCase('stores the result of a claim that was abandoned', async ({ make }) => {
    const { store, key, first } = await claimedKey(make);
    await store.abandon(first);
    assertEqual(await store.settle(first, storedResult('after all')), 'settled', 'settle');
    await expectStored(store, key, 'after all');
  }),
  storeCase('rejects every step of a claim that another one has taken over', async ({ make }) => {
    const [store, key] = [make({ ttlMs }), unique()];
    const [earlier, second] = [claimOf(key), claimOf(key, { takeOver: true })];
    await store.claim(earlier);
    await store.abandon(earlier);
    await store.claim(second);
    assertEqual(
      await store.settle(earlier, storedResult('too late')),
      'taken',
      'settle by the earlier claim during the second run',
    );
    await store.release(earlier);
    await store.abandon(earlier);
    await store.renew([earlier]);
    expectRunning(await store.claim(claimOf(key)), second, 'claim by another caller');
    assertEqual(await store.settle(second, storedResult('in time')), 'settled', 'settle');
    assertEqual(
      await store.settle(earlier, storedResult('too late')),
      'taken',
      'settle by the earlier claim after the second run',
    );
    await expectStored(store, key, 'in time');
  }),
  storeCase('stores the result of a claim that the store has lost', async ({ make }) => {
    const { store, key, first } = await claimedKey(make);
    await store.release(first);
    assertEqual(await store.settle(first, storedResult('done')), 'settled', 'settle');
    await expectStored(store, key, 'done');
  }),
  storeCase('accepts the same result twice, as after a lost response', async ({ make }) => {
    const { store, key, first } = await claimedKey(make);
    for (let time = 0; time < 2; time += 1) {
      assertEqual(await store.settle(first, storedResult('done')), 'settled', 'settle');
    }
    await expectStored(store, key, 'done');
  }),
  storeCase('stores results until their TTL, and not much longer', async ({ make }) => {
    const [store, key] = [make({ ttlMs: 2_000 }), unique()];
    const first = claimOf(key);
    await store.claim(first);
    await store.settle(first, storedResult('done'));
    await expectStored(store, key, 'done');
    await pause(2_050);
    await expectState(store, claimOf(key, { fingerprint: 'other' }), 'acquired', 'claim after the TTL');
  }),
  storeCase('separates all keys, and returns the JSON of every text unchanged', async ({ make }) => {
    const [store, prefix] = [make({ ttlMs }), unique()];
    for (const text of unusualTexts) {
      const claim = claimOf(prefix + text);
      await expectState(store, claim, 'acquired', `claim of the key ${JSON.stringify(text).slice(0, 20)}`);
      await store.settle(claim, storedResult(JSON.stringify(text)));
    }
    for (const text of unusualTexts) await expectStored(store, prefix + text, JSON.stringify(text));
  }),
  storeCase('stores a long result with a long fingerprint', async ({ make }) => {
    const [store, key] = [make({ ttlMs }), unique()];
    const [fingerprint, text] = ['f'.repeat(5_000), 'ü'.repeat(1_000_000)];
    const claim = claimOf(key, { fingerprint });
    await store.claim(claim);
    await store.settle(claim, storedResult(text));
    const result = await store.claim(claimOf(key, { fingerprint }));
    assertEqual(result.state === 'completed' && result.text === text, true, 'whether the result is unchanged');
  }),
];

const unusualTexts = [
  '',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\ud801',
  '\ufffd',
  'ä',
  'a\u0308',
  ' ',
  '🙂',
  'x'.repeat(10_000),
];

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
      // The size of the texts, because databases count this size instead of the larger declared one.
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
