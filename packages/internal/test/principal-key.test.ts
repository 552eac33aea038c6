import { expect, test } from 'vitest';
import { principalKey } from '../src/index.ts';

const ada = { id: 'ada' };
const backend = { id: 'backend', issuer: 'keys' };

test('principals who differ in anything but claims have different keys', () => {
  const all = [
    ada,
    { id: 'bob' },
    { id: 'ada', issuer: 'x' },
    { id: 'ada', issuer: 'y' },
    { id: 'ada', via: backend },
    { id: 'ada', via: { id: 'backend' } },
    { id: 'ada', via: { id: 'ada' } },
    { id: '["ada","x"]' },
  ];
  expect(new Set(all.map(principalKey)).size).toBe(all.length);
  const withClaims = { id: 'ada', claims: { exp: 1 } };
  expect(principalKey(withClaims)).toBe(principalKey(ada));
});
