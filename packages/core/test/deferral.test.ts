import { expect, test } from 'vitest';
import { areAskable } from '../src/wire.ts';

test('a caller can be asked for all of some requests, or is asked for none of them', () => {
  const form = { kind: 'form', message: 'Your name?', schema: {} } as const;
  const words = { kind: 'sampling', params: { maxTokens: 1 } } as const;
  const wordsWithTools = { kind: 'sampling', params: { tools: [] } } as const;
  expect(areAskable({ form }, ['form'])).toBe(true);
  expect(areAskable({ form, words }, ['form'])).toBe(false);
  expect(areAskable({ form, words }, ['form', 'sampling'])).toBe(true);
  expect(areAskable({ wordsWithTools }, ['form', 'sampling'])).toBe(false);
  expect(areAskable({ wordsWithTools }, ['sampling_with_tools'])).toBe(true);
});
