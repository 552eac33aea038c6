import { assertEqual, waitUntil } from '@toolwire/internal';
import { createTokenVault, type Tokens } from './vault/token-vault.ts';
import type { VaultStore } from './vault/vault-store.ts';

/** The store under test. */
interface VaultStoreSubject {
  /** Creates a store; all created stores share their data, like stores of several processes. */
  readonly make: () => VaultStore;
}

/** A contract test; `run` throws an error that describes the difference. */
interface VaultStoreCase {
  readonly title: string;
  readonly run: (subject: VaultStoreSubject) => Promise<void>;
}

const minuteMs = 60_000;

/** Returns a unique key, since tests may share a store. */
function unique(): string {
  return crypto.randomUUID();
}

/** Runs an operation ten times concurrently on each of two stores. */
function concurrently<T>({ make }: VaultStoreSubject, act: (store: VaultStore) => Promise<T>): Promise<readonly T[]> {
  const stores = [make(), make()];
  return Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, () => act(store))));
}

const keys = [{ id: 'test', key: new Uint8Array(32).fill(7) }] as const;
const tokens: Tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: 1, scopes: ['s'], signedInAt: 0 };

/** Contract tests for a custom vault store, for any test runner. */
export const vaultStoreContract: readonly VaultStoreCase[] = [
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
  {
    title: 'stores the tokens of each owner and provider separately',
    run: async ({ make }) => {
      const [vault, other] = [createTokenVault({ keys, store: make() }), createTokenVault({ keys, store: make() })];
      const key = { owner: unique(), provider: 'google' };
      await vault.store(key, tokens);
      assertEqual((await other.find(key))?.tokens, tokens, 'stored tokens');
      for (const otherKey of [
        { ...key, provider: 'github' },
        { ...key, owner: unique() },
      ]) {
        assertEqual(await other.find(otherKey), undefined, 'tokens of another key');
      }
      assertEqual(await other.take(key), tokens, 'taken tokens');
      assertEqual(await vault.find(key), undefined, 'tokens after take');
    },
  },
  {
    title: 'replaces tokens once for each revision',
    run: async ({ make }) => {
      const vault = createTokenVault({ keys, store: make() });
      const key = { owner: unique(), provider: 'google' };
      await vault.store(key, tokens);
      const { revision = '' } = (await vault.find(key)) ?? {};
      const both = await Promise.all(
        ['one', 'two'].map((accessToken) => vault.replace(key, revision, { ...tokens, accessToken })),
      );
      assertEqual(both.filter(Boolean).length, 1, 'number of successful replacements');
    },
  },
  {
    title: 'receives no token, owner or provider in plain text',
    run: async ({ make }) => {
      const requests: string[] = [];
      const vault = createTokenVault({ keys, store: recording(make(), requests) });
      const key = { owner: `owner-${unique()}`, provider: 'google' };
      const secret = { ...tokens, accessToken: `canary-${unique()}`, refreshToken: `canary-${unique()}` };
      await vault.store(key, secret);
      const { revision = '' } = (await vault.find(key)) ?? {};
      await vault.replace(key, revision, secret);
      await (await vault.claim(key.owner, minuteMs))?.();
      await vault.take(key);
      const all = requests.join('\n');
      assertEqual(requests.length >= 6, true, 'whether the store was called');
      assertEqual(/canary|owner|google/.test(all), false, 'whether the store saw a token, an owner or a provider');
    },
  },
];

function recording(store: VaultStore, requests: string[]): VaultStore {
  return new Proxy(store, {
    get: (target, name: keyof VaultStore) => {
      const method: (...args: never[]) => unknown = target[name];
      return (...args: never[]): unknown => {
        requests.push(JSON.stringify(args));
        return method.apply(target, args);
      };
    },
  });
}
