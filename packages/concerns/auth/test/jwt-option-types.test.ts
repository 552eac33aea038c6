import { expect, test } from 'vitest';
import { type JwtOptions, jwt } from '../src/jwt.ts';

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
  expect(() => jwt(options as never as JwtOptions)).toThrow(words);
});
