import { assertEqual, waitUntil } from '@toolwire/internal';
import { concurrently, minuteMs, unique, type VaultStoreCase } from './store-case.ts';

/** Contract tests for claims. */
export const claimCases: readonly VaultStoreCase[] = [
  {
    title: 'grants a key to one of many concurrent claims, across processes',
    run: async (subject) => {
      const key = unique();
      const results = await concurrently(subject, (store) => store.claim(key, unique(), minuteMs));
      assertEqual(results.filter(Boolean).length, 1, 'number of successful claims');
      assertEqual(await subject.make().claim(unique(), unique(), minuteMs), true, 'claim of another key');
    },
  },
  {
    title: 'releases a claim only with its own ID',
    run: async ({ make }) => {
      const [store, other, key, claimId] = [make(), make(), unique(), unique()];
      await store.claim(key, claimId, minuteMs);
      await other.release(key, unique());
      assertEqual(await other.claim(key, unique(), minuteMs), false, 'claim after a release with another ID');
      await store.release(key, claimId);
      assertEqual(await other.claim(key, unique(), minuteMs), true, 'claim after a release by its owner');
    },
  },
  {
    title: 'ends a claim when its time is over',
    run: async ({ make }) => {
      const [store, other, key] = [make(), make(), unique()];
      await store.claim(key, unique(), 50);
      await waitUntil(() => other.claim(key, unique(), minuteMs), 'expected the claim to end');
    },
  },
];
