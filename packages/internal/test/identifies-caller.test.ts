import { expect, test } from 'vitest';
import { identifiesCaller } from '../src/index.ts';

const token = { id: 'mail', token: 'abc' };
const supplied = new Set([token]);

test('a token of the call distinguishes callers', () => {
  expect(identifiesCaller({ principal: { id: 'ada' }, context: {} }, token)).toBe(true);
  expect(identifiesCaller({ principal: { id: 'ada' }, context: { supplied: new Set<object>() } }, token)).toBe(true);
});

test('a token from the server does not further distinguish a known caller', () => {
  expect(identifiesCaller({ principal: { id: 'ada' }, context: { supplied } }, token)).toBe(false);
});

test('a token from the server distinguishes callers without a name', () => {
  expect(identifiesCaller({ context: { supplied } }, token)).toBe(true);
});
