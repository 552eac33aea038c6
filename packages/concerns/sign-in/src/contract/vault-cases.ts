import { createTokenVault, type Tokens, type VaultStore } from '../vault/token-vault.ts';
import { assertEqual, minuteMs, unique, type VaultStoreCase } from './store-case.ts';

const keys = [{ id: 'test', key: new Uint8Array(32).fill(7) }] as const;
const tokens: Tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: 1, scopes: ['s'], signedInAt: 0 };

/** Contract tests for a vault on the store. */
export const vaultCases: readonly VaultStoreCase[] = [
  {
    title: 'keeps the tokens of each owner at each provider apart',
    run: async ({ make }) => {
      const [vault, other] = [createTokenVault({ keys, store: make() }), createTokenVault({ keys, store: make() })];
      const place = { owner: unique(), provider: 'google' };
      await vault.keep(place, tokens);
      assertEqual((await other.find(place))?.tokens, tokens, 'What is found is');
      for (const elsewhere of [
        { ...place, provider: 'github' },
        { ...place, owner: unique() },
      ]) {
        assertEqual(await other.find(elsewhere), undefined, 'What is found elsewhere is');
      }
      assertEqual(await other.take(place), tokens, 'What is taken is');
      assertEqual(await vault.find(place), undefined, 'What is left is');
    },
  },
  {
    title: 'replaces tokens once for each revision',
    run: async ({ make }) => {
      const vault = createTokenVault({ keys, store: make() });
      const place = { owner: unique(), provider: 'google' };
      await vault.keep(place, tokens);
      const { revision = '' } = (await vault.find(place)) ?? {};
      const both = await Promise.all(
        ['one', 'two'].map((accessToken) => vault.replace(place, revision, { ...tokens, accessToken })),
      );
      assertEqual(both.filter(Boolean).length, 1, 'How many have replaced them is');
    },
  },
  {
    title: 'gets to see neither a token nor an owner',
    run: async ({ make }) => {
      const seen: string[] = [];
      const vault = createTokenVault({ keys, store: recording(make(), seen) });
      const place = { owner: `owner-${unique()}`, provider: 'google' };
      const secret = { ...tokens, accessToken: `canary-${unique()}`, refreshToken: `canary-${unique()}` };
      await vault.keep(place, secret);
      const { revision = '' } = (await vault.find(place)) ?? {};
      await vault.replace(place, revision, secret);
      await (await vault.claim(place.owner, minuteMs))?.();
      await vault.take(place);
      const all = seen.join('\n');
      assertEqual(seen.length >= 6, true, 'That it was recording is');
      assertEqual(/canary|owner|google/.test(all), false, 'That it saw any is');
    },
  },
];

function recording(store: VaultStore, seen: string[]): VaultStore {
  return new Proxy(store, {
    get: (target, name: keyof VaultStore) => {
      const method: (...given: never[]) => unknown = target[name];
      return (...given: never[]): unknown => {
        seen.push(JSON.stringify(given));
        return method.apply(target, given);
      };
    },
  });
}
