import { assertEqual, concurrently, minuteMs, unique, until, type VaultStoreCase } from './store-case.ts';

/** Contract tests for claims. */
export const claimCases: readonly VaultStoreCase[] = [
  {
    title: 'lets one of many claim a key, of all processes',
    run: async (subject) => {
      const key = unique();
      const claimed = await concurrently(subject, (store) => store.claim(key, unique(), minuteMs));
      assertEqual(claimed.filter(Boolean).length, 1, 'The number of those who have it is');
      assertEqual(await subject.make().claim(unique(), unique(), minuteMs), true, 'That another is free is');
    },
  },
  {
    title: 'lets go of a claim for its owner alone',
    run: async ({ make }) => {
      const [store, other, key, token] = [make(), make(), unique(), unique()];
      await store.claim(key, token, minuteMs);
      await other.release(key, unique());
      assertEqual(
        await other.claim(key, unique(), minuteMs),
        false,
        'That it is free after a stranger has released it is',
      );
      await store.release(key, token);
      assertEqual(
        await other.claim(key, unique(), minuteMs),
        true,
        'That it is free after its owner has released it is',
      );
    },
  },
  {
    title: 'ends a claim with its time',
    run: async ({ make }) => {
      const [store, other, key] = [make(), make(), unique()];
      await store.claim(key, unique(), 50);
      await until(() => other.claim(key, unique(), minuteMs), 'The end of the claim');
    },
  },
];
