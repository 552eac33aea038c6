import { expect, test } from 'vitest';
import { createMemoryVaultStore, createSignIn, createTokenVault, type ProviderOptions } from '../src/index.ts';
import { Provider } from '../src/provider/provider.ts';

const provider: ProviderOptions = { issuer: 'https://login.example.com', clientId: 'app', clientSecret: 'secret' };

test.each(['header', 'Basic', 'client_secret_post'])('clientAuthentication %s is rejected at startup', (method) => {
  const notes = { ...provider, clientAuthentication: method as 'post' };
  const vault = createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store: createMemoryVaultStore() });
  expect(() => createSignIn({ publicUrl: 'https://app.example.com', vault, providers: { notes } })).toThrow(
    `providers.notes.clientAuthentication must be 'basic' or 'post', got '${method}'.`,
  );
});

const unused = (): Promise<Response> => Promise.reject(new Error('No request is needed.'));

test('a scope is missing unless satisfies returns true', () => {
  const satisfiesWith = (satisfies: unknown): boolean =>
    new Provider({ ...provider, satisfies: satisfies as () => boolean }, unused).satisfies(['read'], ['write']);
  expect(satisfiesWith(() => true)).toBe(true);
  for (const result of [false, Promise.resolve(false), 'no', undefined]) {
    expect(satisfiesWith(() => result)).toBe(false);
  }
});
