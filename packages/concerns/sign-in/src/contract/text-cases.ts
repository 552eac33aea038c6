import { assertEqual, concurrently, minuteMs, unique, until, type VaultStoreCase } from './store-case.ts';

/** Contract tests for stored values. */
export const textCases: readonly VaultStoreCase[] = [
  {
    title: 'answers what was written last, in every process, and nothing for another key',
    run: async ({ make }) => {
      const [store, other, key] = [make(), make(), unique()];
      assertEqual(await store.read(key), undefined, 'Before it was written, it is');
      await store.write(key, 'first', minuteMs);
      await store.write(key, 'second', minuteMs);
      assertEqual(await other.read(key), 'second', 'It is');
      assertEqual(await other.read(unique()), undefined, 'Another is');
    },
  },
  {
    title: 'keeps a text for its time and no longer',
    run: async ({ make }) => {
      const [store, key] = [make(), unique()];
      await store.write(key, 'short', 50);
      await until(async () => (await store.read(key)) === undefined, 'The end of its time');
      assertEqual(await store.take(key), undefined, 'What is taken after it is');
      assertEqual(await store.replace(key, 'short', 'new', minuteMs), false, 'That it was still there is');
    },
  },
  {
    title: 'replaces what is still there as it was read, and nothing else',
    run: async ({ make }) => {
      const [store, other, key] = [make(), make(), unique()];
      assertEqual(await store.replace(key, 'old', 'new', minuteMs), false, 'That nothing was replaced is');
      await store.write(key, 'old', minuteMs);
      assertEqual(await other.replace(key, 'old', 'new', minuteMs), true, 'That it was replaced is');
      assertEqual(await store.replace(key, 'old', 'late', minuteMs), false, 'That it was replaced again is');
      assertEqual(await store.read(key), 'new', 'It is');
      assertEqual(await store.replace(key, 'old', undefined, minuteMs), false, 'That another was removed is');
      assertEqual(await store.replace(key, 'new', undefined, minuteMs), true, 'That it was removed is');
      assertEqual(await other.read(key), undefined, 'Once removed, it is');
    },
  },
  {
    title: 'gives what is taken to one of those who take it at once',
    run: async (subject) => {
      const [store, key] = [subject.make(), unique()];
      await store.write(key, 'once', minuteMs);
      const taken = await concurrently(subject, (one) => one.take(key));
      assertEqual(
        taken.filter((text) => text !== undefined),
        ['once'],
        'What they got is',
      );
      assertEqual(await store.read(key), undefined, 'What is left is');
    },
  },
];
