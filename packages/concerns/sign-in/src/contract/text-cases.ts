import { assertEqual, waitUntil } from '@toolwire/internal';
import { concurrently, minuteMs, unique, type VaultStoreCase } from './store-case.ts';

/** Contract tests for stored values. */
export const textCases: readonly VaultStoreCase[] = [
  {
    title: 'returns the last written value in every process, and nothing for another key',
    run: async ({ make }) => {
      const [store, other, key] = [make(), make(), unique()];
      assertEqual(await store.read(key), undefined, 'value before the first write');
      await store.write(key, 'first', minuteMs);
      await store.write(key, 'second', minuteMs);
      assertEqual(await other.read(key), 'second', 'value');
      assertEqual(await other.read(unique()), undefined, 'value of another key');
    },
  },
  {
    title: 'stores a value until its time is over',
    run: async ({ make }) => {
      const [store, key] = [make(), unique()];
      await store.write(key, 'short', 50);
      await waitUntil(async () => (await store.read(key)) === undefined, 'expected the value to expire');
      assertEqual(await store.take(key), undefined, 'value taken after the expiry');
      assertEqual(await store.replace(key, 'short', 'new', minuteMs), false, 'replace after the expiry');
    },
  },
  {
    title: 'replaces a value only if it is unchanged',
    run: async ({ make }) => {
      const [store, other, key] = [make(), make(), unique()];
      assertEqual(await store.replace(key, 'old', 'new', minuteMs), false, 'replace of a missing value');
      await store.write(key, 'old', minuteMs);
      assertEqual(await other.replace(key, 'old', 'new', minuteMs), true, 'replace of the current value');
      assertEqual(await store.replace(key, 'old', 'late', minuteMs), false, 'replace of an outdated value');
      assertEqual(await store.read(key), 'new', 'value');
      assertEqual(await store.replace(key, 'old', undefined, minuteMs), false, 'deletion of an outdated value');
      assertEqual(await store.replace(key, 'new', undefined, minuteMs), true, 'deletion of the current value');
      assertEqual(await other.read(key), undefined, 'value after the deletion');
    },
  },
  {
    title: 'returns a value to one of many concurrent takers',
    run: async (subject) => {
      const [store, key] = [subject.make(), unique()];
      await store.write(key, 'once', minuteMs);
      const values = await concurrently(subject, (each) => each.take(key));
      assertEqual(
        values.filter((text) => text !== undefined),
        ['once'],
        'taken values',
      );
      assertEqual(await store.read(key), undefined, 'value after take');
    },
  },
];
