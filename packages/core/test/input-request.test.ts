import { describe, expect, test } from 'vitest';
import { InputRequired, isInputRequired } from '../src/index.ts';

describe('a need for input', () => {
  test('names what is asked for', () => {
    expect(new InputRequired({ name: { kind: 'roots' }, city: { kind: 'roots' } }).message).toBe(
      'The tool needs input: name, city',
    );
  });

  test('is known across copies of this package, and nothing else is', () => {
    const ofAnotherCopy = { [Symbol.for('toolwire.input-required')]: true, requests: {} };
    expect(isInputRequired(new InputRequired({}))).toBe(true);
    expect(isInputRequired(ofAnotherCopy)).toBe(true);
    for (const other of [undefined, null, 'x', new Error('x'), {}]) expect(isInputRequired(other)).toBe(false);
  });

  test('is no trap for a value that throws when it is looked at', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(isInputRequired(proxy)).toBe(false);
  });
});
