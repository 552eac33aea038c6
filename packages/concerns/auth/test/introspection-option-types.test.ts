import { expect, test } from 'vitest';
import { type IntrospectionOptions, introspection } from '../src/introspection.ts';

const endpoint = 'https://login.example.com/introspect';
const client = {
  issuer: 'https://login.example.com',
  endpoint,
  clientId: 'tools',
  clientSecret: 'secret',
  audiences: ['tools'],
};
const aList = "audiences must be a list of non-empty strings, such as ['https://tools.example.com'].";

test.each([
  [{ principalId: 'sub' }, 'principalId must be a function, got a string. Write principalId: ({ sub }) => sub'],
  [{ fetch: 'https://proxy' }, 'fetch must be a function, got a string. Write fetch: (url, init) => fetch(url, init)'],
  // A string would be read as a set of its letters: a token for 't' would be accepted.
  [{ audiences: 'tools' }, aList],
  [{ audiences: [''] }, aList],
  [{ audiences: ['tools', undefined] }, aList],
  [{ audiences: {} }, aList],
  [{ audiences: [] }, 'introspection() got no audiences'],
])('rejects %j at startup', (options, words) => {
  expect(() => introspection({ ...client, ...options } as IntrospectionOptions)).toThrow(words);
});
