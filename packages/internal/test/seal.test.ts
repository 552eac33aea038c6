import { expect, test } from 'vitest';
import { createSeal } from '../src/index.ts';

const key = { id: 'one', key: new Uint8Array(32).fill(7) };
const otherKey = { id: 'two', key: new Uint8Array(32).fill(8) };

test.each(['', '{}', '\uFEFF{}', 'Zoë 👋'])('the message %j is the same after it was encrypted', async (text) => {
  const seal = createSeal([key]);
  expect(await seal.open('ticket', await seal.seal('ticket', text))).toBe(text);
});

test('a message is decrypted only with its key and its binding', async () => {
  const sealed = await createSeal([key]).seal('ticket', 'secret');
  expect(await createSeal([otherKey, key]).open('ticket', sealed)).toBe('secret');
  expect(await createSeal([otherKey]).open('ticket', sealed)).toBeUndefined();
  expect(await createSeal([key]).open('visit', sealed)).toBeUndefined();
});

test.each(['', 'one', 'one.a.b', 'one...', 'none.AAAAAAAAAAAAAAAA.AAAA'])(
  '%j is not an encrypted message',
  async (text) => {
    expect(await createSeal([key]).open('ticket', text)).toBeUndefined();
  },
);

test.each([null, undefined, ''])('the key %j is missing', (missing) => {
  const keys = [{ id: 'one', key: missing as never }] as const;
  expect(() => createSeal(keys)).toThrow("The key 'one' in");
  expect(() => createSeal(keys)).toThrow('TW_CREDENTIAL_MISSING');
});

test.each([null, 'key', {}])('%j is not a key', (invalid) => {
  for (const keys of [[invalid], [key, invalid], [key, undefined]]) {
    expect(() => createSeal(keys as never)).toThrow('must have 1 to 32 characters');
    expect(() => createSeal(keys as never)).toThrow('TW_OPTION_TYPE');
  }
});

test('a changed message is not decrypted', async () => {
  const seal = createSeal([key]);
  const sealed = await seal.seal('ticket', 'secret');
  const changed = sealed.replace(
    /\.(.)([^.]*)$/,
    (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
  );
  expect(await seal.open('ticket', changed)).toBeUndefined();
});
