import process from 'node:process';
import { createSignIn, createTokenVault } from '@toolwire/sign-in';
import { createRedisVaultStore } from '../src/index.ts';
import { openClient } from './clients.ts';
import { owner, type SignInSettings, vaultKeys } from './sign-in-settings.ts';

// Finds a token concurrently as often as its parent requests, and returns all results. It also reports each attempt to refresh.
const { redisUrl, prefix, issuer } = JSON.parse(process.env['SIGN_IN_SETTINGS'] ?? '{}') as SignInSettings;
const { client } = await openClient(redisUrl);
const store = createRedisVaultStore(client, { prefix });
const endpoints = { authorization: `${issuer}/authorize`, token: `${issuer}/token` };
const signIn = createSignIn({
  publicUrl: 'https://tools.example',
  vault: createTokenVault({
    keys: vaultKeys,
    store: {
      ...store,
      claim: async (...given) => {
        const isFree = await store.claim(...given);
        process.send?.('tried');
        return isFree;
      },
    },
  }),
  providers: { notes: { issuer, endpoints, clientId: 'tools' } },
});
process.on('message', (times) => {
  const finding = Array.from({ length: Number(times) }, () => signIn.token(owner, 'notes'));
  void Promise.all(finding).then((found) => process.send?.(found));
});
process.send?.('ready');
