import { describe, expect, test } from 'vitest';
import { InputRequired, isInputRequired } from '../src/index.ts';

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
