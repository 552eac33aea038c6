import { expect, test } from 'vitest';
import { identifiesCaller } from '../src/index.ts';

const token = { id: 'mail', token: 'abc' };
const supplied = new Set([token]);

test('a token that came with the call tells callers apart', () => {
  expect(identifiesCaller({ principal: { id: 'ada' }, context: {} }, token)).toBe(true);
  expect(identifiesCaller({ principal: { id: 'ada' }, context: { supplied: new Set<object>() } }, token)).toBe(true);
});

test('a token that the server has found tells nothing more of a caller that it knows', () => {
  expect(identifiesCaller({ principal: { id: 'ada' }, context: { supplied } }, token)).toBe(false);
});

test('a token that the server has found for callers without a name tells them apart', () => {
  expect(identifiesCaller({ context: { supplied } }, token)).toBe(true);
});
