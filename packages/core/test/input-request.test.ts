import { describe, expect, test } from 'vitest';
import { InputRequired, isInputRequired } from '../src/index.ts';
import { areAskable } from '../src/internal.ts';

describe('an input request', () => {
  test('contains its questions', () => {
    expect(new InputRequired({ name: { kind: 'roots' }, city: { kind: 'roots' } }).message).toBe(
      'The tool needs input: name, city',
    );
  });

  test('is recognized across copies of this package, unlike any other value', () => {
    const ofAnotherCopy = { [Symbol.for('toolwire.input-required')]: true, requests: {} };
    expect(isInputRequired(new InputRequired({}))).toBe(true);
    expect(isInputRequired(ofAnotherCopy)).toBe(true);
    for (const other of [undefined, null, 'x', new Error('x'), {}]) expect(isInputRequired(other)).toBe(false);
  });

  test('accepts a value that throws when it is read', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(isInputRequired(proxy)).toBe(false);
  });
});

test('a caller gets either all or none of the input requests', () => {
  const form = { kind: 'form', message: 'Your name?', schema: {} } as const;
  const words = { kind: 'sampling', params: { maxTokens: 1 } } as const;
  const wordsWithTools = { kind: 'sampling', params: { tools: [] } } as const;
  expect(areAskable({ form }, ['form'])).toBe(true);
  expect(areAskable({ form, words }, ['form'])).toBe(false);
  expect(areAskable({ form, words }, ['form', 'sampling'])).toBe(true);
  expect(areAskable({ wordsWithTools }, ['form', 'sampling'])).toBe(false);
  expect(areAskable({ wordsWithTools }, ['sampling_with_tools'])).toBe(true);
});
