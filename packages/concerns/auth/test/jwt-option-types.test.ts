import { expect, test } from 'vitest';
import { jwt } from '../src/jwt.ts';

const issuer = 'https://login.example.com';

test.each([
  [{ issuer, principalId: 'sub' }, 'principalId must be a function, got a string. Write principalId: ({ sub }) => sub'],
  [{ secret: 'x'.repeat(32), principalId: 'sub' }, 'principalId must be a function, got a string'],
  [
    { issuer, fetch: 'https://proxy' },
    'fetch must be a function, got a string. Write fetch: (url, init) => fetch(url, init)',
  ],
  [{ jwks: `${issuer}/keys`, fetch: {} }, 'fetch must be a function, got another object'],
])('rejects %j at startup', (options, words) => {
  expect(() => jwt(options as never)).toThrow(words);
});

test.each([{ algorithms: ['RS256'] }, { maxAgeWhileDownSeconds: 600 }, { fetch: () => undefined }])(
  'rejects %j next to a secret, because it would be ignored',
  (options) => {
    const secret = 'x'.repeat(32);
    expect(() => jwt({ secret, ...options })).toThrow(
      `jwt() got a secret and ${Object.keys(options)[0]}, which applies to public keys only. Remove one of them.`,
    );
  },
);

test('accepts options for public keys that are undefined next to a secret', () => {
  expect(jwt({ secret: 'x'.repeat(32), algorithms: undefined } as never).scheme).toBe('bearer');
});

test.each(['allowNoExpiry', 'allowShortSecret'])(
  'rejects %s without a secret, because it applies to a secret only',
  (name) => {
    for (const keys of [{ issuer }, { jwks: `${issuer}/keys` }, { jwks: { keys: [] } }]) {
      expect(() => jwt({ ...keys, [name]: true })).toThrow(
        `jwt() got no secret, but ${name}, which applies to a shared secret only. Remove it.`,
      );
      expect(() => jwt({ ...keys, [name]: undefined })).not.toThrow(name);
    }
  },
);
