import process from 'node:process';
import { createSignIn, createTokenVault } from '@toolwire/sign-in';
import { createRedisVaultStore } from '../src/index.ts';
import { openClient } from './clients.ts';
import { owner, type SignInSettings, vaultKeys } from './sign-in-settings.ts';

// Finds a token as often at once as its parent says, and answers all that it has found; says as well when it has tried to be the one that refreshes.
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
