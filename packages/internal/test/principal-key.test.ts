import fc from 'fast-check';
import { expect, test } from 'vitest';
import { principalKey, utf8Key } from '../src/index.ts';

const ada = { id: 'ada' };
const backend = { id: 'backend', issuer: 'keys' };

test('principals that differ in anything but claims have different keys', () => {
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

// UTF-8 has no bytes for half a character, and encoders write U+FFFD for each.
const halves = ['\ud800', '\udbff', '\udc00', '\ufffd', '"', '\\', 'a'] as const;
const anyText = fc.array(fc.constantFrom(...halves), { maxLength: 4 }).map((parts) => parts.join(''));
const asBytes = (text: string): string => Buffer.from(text).toString('hex');

test('principals that differ only by a lone surrogate have keys that differ as bytes', () => {
  const keys = ['a\ud800', 'a\ud801', 'a\ufffd', '"a\\ud800"'].map((id) => principalKey({ id }));
  expect(new Set(keys.map(asBytes)).size).toBe(keys.length);
});

test('different keys differ as bytes, whatever they contain', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      expect(asBytes(utf8Key(one)) === asBytes(utf8Key(other))).toBe(one === other);
    }),
  );
  expect(utf8Key('ada@example.com 😀')).toBe('ada@example.com 😀');
});
