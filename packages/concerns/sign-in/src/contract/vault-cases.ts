import { assertEqual } from '@toolwire/internal';
import { createTokenVault, type Tokens } from '../vault/token-vault.ts';
import type { VaultStore } from '../vault/vault-store.ts';
import { minuteMs, unique, type VaultStoreCase } from './store-case.ts';

const keys = [{ id: 'test', key: new Uint8Array(32).fill(7) }] as const;
const tokens: Tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: 1, scopes: ['s'], signedInAt: 0 };

/** Contract tests for a vault on the store. */
export const vaultCases: readonly VaultStoreCase[] = [
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
