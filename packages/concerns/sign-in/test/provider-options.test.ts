import { expect, test } from 'vitest';
import { createMemoryVaultStore, createSignIn, createTokenVault, type ProviderOptions } from '../src/index.ts';
import { Provider } from '../src/provider/provider.ts';

const provider: ProviderOptions = { issuer: 'https://login.example.com', clientId: 'app', clientSecret: 'secret' };

function signInWith(options: object): void {
  const vault = createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store: createMemoryVaultStore() });
  const notes = { ...provider, ...options };
  createSignIn({ publicUrl: 'https://app.example.com', vault, providers: { notes } });
}

test.each<[string, object]>([
  ['needs providers', { providers: undefined }],
  ['and a vault', { vault: undefined }],
  ['visitor must be a function', { visitor: 5 }],
  ['report must be a function', { report: 'log' }],
  ['fetch must be a function', { fetch: 1 }],
])('is rejected at startup with a message: %s', (message, options) => {
  const vault = createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store: createMemoryVaultStore() });
  const valid = { publicUrl: 'https://app.example.com', vault, providers: { notes: { ...provider, endpoints } } };
  expect(() => createSignIn({ ...valid, ...options })).toThrow(message);
});

test('missing options are rejected at startup', () => {
  // @ts-expect-error The options are missing.
  expect(() => createSignIn()).toThrow(
    'createSignIn() needs providers, such as { google: { … } }, and a vault, such as',
  );
  // @ts-expect-error The options are missing.
  expect(() => createTokenVault()).toThrow('createTokenVault() expects an object, such as { keys: … }');
});

const endpoints = { authorization: 'https://login.example.com/authorize', token: 'https://login.example.com/token' };

test.each([
  ['providers.notes.issuer', { issuer: undefined, endpoints }],
  ['providers.notes.issuer', { issuer: 'http://login.example.com' }],
  ['providers.notes.endpoints.token', { endpoints: { ...endpoints, token: 'http://login.example.com/token' } }],
  ['providers.notes.endpoints.token', { endpoints: { ...endpoints, token: 'http://127.0.0.1:4000/token' } }],
])('%s is rejected at startup if it is not an https URL: %j', (name, options) => {
  expect(() => signInWith({ endpoints })).not.toThrow();
  expect(() => signInWith(options)).toThrow(`${name} must be an https URL`);
});

test.each<[string, object]>([
  ['providers.notes.endpoints.authorization must be an https URL', { endpoints: {} }],
  ['providers.notes.satisfies must be a function', { satisfies: ['read'] }],
  ["providers.notes.scopes must be a list of non-empty strings, such as ['mail.read']", { scopes: 'openid email' }],
])('is rejected at startup with a message: %s', (message, options) => {
  expect(() => signInWith({ endpoints, ...options })).toThrow(message);
});

test.each(['header', 'Basic', 'client_secret_post'])('clientAuthentication %s is rejected at startup', (method) => {
  expect(() => signInWith({ clientAuthentication: method })).toThrow(
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

test('equal and OpenID Connect scopes match without satisfies', () => {
  const notes = new Provider({ ...provider, satisfies: (granted, needed) => needed === `${granted}.all` }, unused);
  expect(notes.satisfies(['read'], ['read', 'read.all', 'offline_access'])).toBe(true);
  expect(notes.satisfies(['read'], ['write'])).toBe(false);
});
