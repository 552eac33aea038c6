import { aMinute, atOnce, same, unique, until, type VaultStoreCase } from './store-case.ts';

/** How a store lets one of many do something. */
export const claimCases: readonly VaultStoreCase[] = [
  {
    title: 'lets one of many claim a key, of all processes',
    run: async (subject) => {
      const key = unique();
      const claimed = await atOnce(subject, (store) => store.claim(key, unique(), aMinute));
      same(claimed.filter(Boolean).length, 1, 'The number of those who have it is');
      same(await subject.make().claim(unique(), unique(), aMinute), true, 'That another is free is');
    },
  },
  {
    title: 'lets go of a claim for its owner alone',
    run: async ({ make }) => {
      const [store, other, key, token] = [make(), make(), unique(), unique()];
      await store.claim(key, token, aMinute);
      await other.release(key, unique());
      same(await other.claim(key, unique(), aMinute), false, 'That it is free after a stranger has released it is');
      await store.release(key, token);
      same(await other.claim(key, unique(), aMinute), true, 'That it is free after its owner has released it is');
    },
  },
  {
    title: 'ends a claim with its time',
    run: async ({ make }) => {
      const [store, other, key] = [make(), make(), unique()];
      await store.claim(key, unique(), 50);
      await until(() => other.claim(key, unique(), aMinute), 'The end of the claim');
    },
  },
];
