import { createSecretMask } from '@toolwire/errors';
import { createRedactor } from '@toolwire/log';
import { expect, it } from 'vitest';

// The two packages are independent, so each has a separate mask. They must not differ.
it.each([
  ['as it is', 'Sent token-7d1c04 twice: token-7d1c04', ['token-7d1c04']],
  ['in JSON', JSON.stringify({ a: 'p"4ss' }), ['p"4ss']],
  ['in an address', `?key=${encodeURIComponent('p"4ss/wörd')}`, ['p"4ss/wörd']],
  ['beside a longer one', 'token-of-ada token', ['token', 'token-of-ada']],
  ['too short to be found', 'a cat sat', ['a', 'cat', '']],
  ['with half a character', 'half\ud800', ['half\ud800']],
])('errors and logs mask a secret in the same way: %s', (_how, text, secrets) => {
  expect(createRedactor({ secrets }).text(text)).toBe(createSecretMask(secrets)(text));
});
