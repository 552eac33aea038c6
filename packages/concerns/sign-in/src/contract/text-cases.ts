import { aMinute, atOnce, same, unique, until, type VaultStoreCase } from './store-case.ts';

/** How a store keeps texts. */
export const textCases: readonly VaultStoreCase[] = [
  {
    title: 'answers what was written last, in every process, and nothing for another key',
    run: async ({ make }) => {
      const [store, other, key] = [make(), make(), unique()];
      same(await store.read(key), undefined, 'Before it was written, it is');
      await store.write(key, 'first', aMinute);
      await store.write(key, 'second', aMinute);
      same(await other.read(key), 'second', 'It is');
      same(await other.read(unique()), undefined, 'Another is');
    },
  },
  {
    title: 'keeps a text for its time and no longer',
    run: async ({ make }) => {
      const [store, key] = [make(), unique()];
      await store.write(key, 'short', 50);
      await until(async () => (await store.read(key)) === undefined, 'The end of its time');
      same(await store.take(key), undefined, 'What is taken after it is');
      same(await store.replace(key, 'short', 'new', aMinute), false, 'That it was still there is');
    },
  },
  {
    title: 'replaces what is still there as it was read, and nothing else',
    run: async ({ make }) => {
      const [store, other, key] = [make(), make(), unique()];
      same(await store.replace(key, 'old', 'new', aMinute), false, 'That nothing was replaced is');
      await store.write(key, 'old', aMinute);
      same(await other.replace(key, 'old', 'new', aMinute), true, 'That it was replaced is');
      same(await store.replace(key, 'old', 'late', aMinute), false, 'That it was replaced again is');
      same(await store.read(key), 'new', 'It is');
      same(await store.replace(key, 'old', undefined, aMinute), false, 'That another was removed is');
      same(await store.replace(key, 'new', undefined, aMinute), true, 'That it was removed is');
      same(await other.read(key), undefined, 'Once removed, it is');
    },
  },
  {
    title: 'gives what is taken to one of those who take it at once',
    run: async (subject) => {
      const [store, key] = [subject.make(), unique()];
      await store.write(key, 'once', aMinute);
      const taken = await atOnce(subject, (one) => one.take(key));
      same(
        taken.filter((text) => text !== undefined),
        ['once'],
        'What they got is',
      );
      same(await store.read(key), undefined, 'What is left is');
    },
  },
];
