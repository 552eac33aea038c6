import { expect, test } from 'vitest';
import { type JwtOptions, jwt } from '../src/jwt.ts';

const issuer = 'https://login.example.com';

test.each([
  [{ issuer, principalId: 'sub' }, 'principalId is a string and no function. Write principalId: ({ sub }) => sub'],
  [{ secret: 'x'.repeat(32), principalId: 'sub' }, 'principalId is a string and no function'],
  [
    { issuer, fetch: 'https://proxy' },
    'fetch is a string and no function. Write fetch: (url, init) => fetch(url, init)',
  ],
  [{ jwks: `${issuer}/keys`, fetch: {} }, 'fetch is another object and no function'],
])('refuses %j when the program starts', (options, words) => {
  expect(() => jwt(options as never as JwtOptions)).toThrow(words);
});
