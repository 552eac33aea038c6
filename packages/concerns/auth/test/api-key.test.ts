import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { timingSafeEqual } from '../src/api-key/api-key-finder.ts';
import type { ApiKeys } from '../src/api-key/read-api-keys.ts';
import { type ApiKeyOptions, apiKey } from '../src/index.ts';
import { watched } from './counted-reads.ts';
import { authorization, bearer, headers } from './headers.ts';

const adaKey = '0123456789abcdef0123456789abcdef';
const bobKey = 'fedcba9876543210fedcba9876543210';
const keys = { ada: adaKey, bob: bobKey };
const rejected = { state: 'rejected', reason: 'unknown_api_key' };
const absent = { state: 'absent' };
const as = (id: string): object => ({ state: 'accepted', principal: { id } });

describe('apiKey', () => {
  it('accepts a key in OTC-API-Key and in the predecessor’s header (OTC-AUTH-04, E42)', () => {
    const verifier = apiKey({ keys });

    expect(verifier.verify(headers(['OTC-API-Key', adaKey]))).toStrictEqual(as('ada'));
    expect(verifier.verify(headers(['OXP-API-Key', bobKey]))).toStrictEqual(as('bob'));
    expect(verifier.verify(headers(['X-API-Key', adaKey]))).toStrictEqual(absent);
  });

  it('accepts a custom header instead', () => {
    const verifier = apiKey({ keys, headers: ['X-API-Key'] });

    expect(verifier.challenge).toBe('ApiKey header="X-API-Key"');
    expect(verifier.verify(headers(['x-api-key', adaKey]))).toStrictEqual(as('ada'));
    expect(verifier.verify(headers(['OTC-API-Key', adaKey]))).toStrictEqual(absent);
  });

  it.each([
    ['another key', 'x'.repeat(32)],
    ['a prefix', adaKey.slice(0, -1)],
    ['one character', adaKey.slice(0, 1)],
    ['a longer text', `${adaKey}0`],
    ['nothing', ''],
    ['a line break after it', `${adaKey}\n`],
    ['a space before it', ` ${adaKey}`],
    ['upper case', adaKey.toUpperCase()],
    ['quotes around it', `"${adaKey}"`],
    ['a NUL after it', `${adaKey}\0`],
    ['the scheme of a token', `Bearer ${adaKey}`],
    ['two keys in a row', adaKey + bobKey],
    ['a name of every object', '__proto__'],
  ])('rejects %s (OTC-AUTH-04, CASE-A)', (_what, text) => {
    expect(apiKey({ keys }).verify(headers(['OTC-API-Key', text]))).toStrictEqual(rejected);
  });

  it('rejects a repeated header, even with the same key (OTC-AUTH-04)', () => {
    const twice = headers(['OTC-API-Key', adaKey], ['OTC-API-Key', adaKey]);

    expect(apiKey({ keys }).verify(twice)).toStrictEqual(rejected);
  });

  it('requires a valid key in each present header', () => {
    const verifier = apiKey({ keys });
    const both = (otc: string, oxp: string): object => headers(['OTC-API-Key', otc], ['OXP-API-Key', oxp]);

    expect(verifier.verify(both(adaKey, adaKey) as never)).toStrictEqual(as('ada'));
    expect(verifier.verify(both(adaKey, 'wrong') as never)).toStrictEqual(rejected);
    expect(verifier.verify(both('', adaKey) as never)).toStrictEqual(rejected);
  });

  it('accepts several keys of one principal, for key rotation', () => {
    const rotated: readonly ApiKeys[] = [
      { ada: [adaKey, bobKey] },
      [
        { key: adaKey, principal: 'ada' },
        { key: bobKey, principal: { id: 'ada' } },
      ],
    ];
    for (const both of rotated) {
      for (const key of [adaKey, bobKey]) {
        expect(apiKey({ keys: both }).verify(headers(['OTC-API-Key', key]))).toStrictEqual(as('ada'));
      }
    }
    expect(apiKey({ keys: { ada: bobKey } }).verify(headers(['OTC-API-Key', adaKey]))).toStrictEqual(rejected);
  });

  it('compares the full width of the longest key', () => {
    const long = `${adaKey}01234567`;
    const verifier = apiKey({ keys: { ada: adaKey, longer: long } });

    expect(verifier.verify(headers(['OTC-API-Key', long]))).toStrictEqual(as('longer'));
    expect(verifier.verify(headers(['OTC-API-Key', adaKey]))).toStrictEqual(as('ada'));
    expect(verifier.verify(headers(['OTC-API-Key', `${adaKey}01234568`]))).toStrictEqual(rejected);
  });

  it('takes the same time for one key and for ten thousand keys', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`caller ${index}`, `${index}`.padStart(32, 'k')]),
    );
    const verifier = apiKey({ keys: many });
    const readsOf = (text: string): number => {
      const one = watched(text);
      void verifier.verify({ header: (name) => (name === 'otc-api-key' ? one.text : undefined) });
      return one.reads();
    };

    expect(verifier.verify(headers(['OTC-API-Key', '9999'.padStart(32, 'k')]))).toStrictEqual(as('caller 9999'));
    // Each character is read once for the hash, and once for the comparison with one key.
    for (const text of ['', adaKey, '0'.padStart(32, 'k'), '9999'.padStart(32, 'k')]) expect(readsOf(text)).toBe(64);
  });

  it.each([
    ['keys of one length', [32, 32]],
    ['a longer one beside', [32, 200]],
    ['a single one', [64]],
    ['one that is short on purpose', [8, 40]],
  ])('reads the same number of characters of every key, however similar, with %s (OTC-AUTH-04)', (_what, lengths) => {
    const own = lengths.map((length, index) => `${'k'.repeat(length - 1)}${index}`);
    const verifier = apiKey({ keys: Object.fromEntries(own.map((key, n) => [`${n}`, key])), allowShortKeys: true });
    const near = own.flatMap((key) => [
      key,
      key.slice(0, -1),
      key.slice(1),
      `${key}k`,
      `x${key.slice(1)}`,
      `${key.slice(0, -1)}x`,
    ]);
    // Once for the hash, and once for the one key that is compared: each at the width of the longest.
    const width = Math.max(...lengths);
    for (const text of ['', 'x', 'x'.repeat(4096), ...near]) {
      const one = watched(text);
      void verifier.verify({ header: (name) => (name === 'otc-api-key' ? one.text : undefined) });
      expect(one.reads(), text).toBe(Math.ceil(width / 4) * 4 + width);
    }
  });

  it('returns the principal of the key', () => {
    const principal = { id: 'ada', claims: { team: 'engines' } };

    expect(apiKey({ keys: [{ key: adaKey, principal }] }).verify(headers(['OTC-API-Key', adaKey]))).toStrictEqual({
      state: 'accepted',
      principal,
    });
  });

  it('ignores the Authorization header by default (E63)', () => {
    expect(apiKey({ keys }).verify(bearer(adaKey))).toStrictEqual(absent);
    expect(apiKey({ keys, acceptAsBearer: 'false' as never }).verify(bearer(adaKey))).toStrictEqual(absent);
    const verifier = apiKey({ keys, acceptAsBearer: true });

    expect(verifier.verify(bearer(adaKey))).toStrictEqual(as('ada'));
    expect(verifier.verify(authorization(`bearer ${adaKey}`))).toStrictEqual(as('ada'));
    expect(verifier.verify(headers(['OTC-API-Key', bobKey]))).toStrictEqual(as('bob'));
    expect(verifier.verify(bearer('wrong'))).toStrictEqual({ ...rejected, token: 'refused' });
    expect(verifier.verify(authorization(`Basic ${adaKey}`))).toStrictEqual({
      state: 'rejected',
      reason: 'not_bearer',
    });
    expect(verifier.verify(headers(['OTC-API-Key', adaKey], ['Authorization', 'Bearer wrong']))).toStrictEqual({
      ...rejected,
      token: 'refused',
    });
  });

  it('accepts exactly the configured keys', () => {
    const visible = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
    const near = fc
      .tuple(fc.constantFrom(adaKey, bobKey), fc.nat(33), fc.nat(2), visible)
      .map(([key, start, removed, put]) => key.slice(0, start) + put + key.slice(start + removed));
    const verifier = apiKey({ keys });
    fc.assert(
      fc.property(fc.oneof(near, visible, fc.string({ unit: 'binary' })), (text) => {
        const known = Object.entries(keys).find(([, key]) => key === text)?.[0];
        expect(verifier.verify(headers(['OTC-API-Key', text]))).toStrictEqual(
          known === undefined ? rejected : as(known),
        );
      }),
    );
  });
});

describe('apiKey rejects at startup', () => {
  it.each<[string, unknown, Partial<ApiKeyOptions>, string]>([
    ['no keys', {}, {}, 'got no keys'],
    ['an empty list', [], {}, 'got no keys'],
    ['keys that are not there', undefined, {}, 'got no keys'],
    ['a single key, whose characters would be keys', 'dev', { allowShortKeys: true }, 'keys must be a list'],
    ['a variable that is not set', { ada: undefined }, {}, "The API key of 'ada' is missing"],
    ['an empty key, whatever is allowed', { ada: '' }, { allowShortKeys: true }, "The API key of 'ada' is missing"],
    [
      'a short key (OTC-AUTH-07)',
      { ada: adaKey.slice(1) },
      {},
      "The API key of 'ada' has 31 characters, and needs 32 or more",
    ],
    ['a key with a line break', { ada: `${adaKey}\n` }, {}, "The API key of 'ada' contains a space, a line break"],
    ['a key with a comma', { ada: `${adaKey},x` }, {}, 'a comma'],
    ['a key outside ASCII', { ada: `${adaKey}é` }, {}, 'non-ASCII'],
    ['one key for two', { ada: adaKey, bob: adaKey }, {}, "The API key of 'bob' is also the key of 'ada'"],
    ['a key without a principal', [{ key: adaKey, principal: '' }], {}, 'API key 1 has no principal'],
    ['a name that no header has', keys, { headers: ['X API Key'] }, "'X API Key' is not a header name"],
    ['a name that would split the answer', keys, { headers: ['X\r\nSet-Cookie: a=b'] }, 'is not a header name'],
    ['Authorization as its header', keys, { headers: ['authorization'] }, "headers must not contain 'Authorization'"],
    ['headers that are not a list', keys, { headers: 'X-API-Key' as never }, "such as ['X-API-Key']"],
    ['no header at all', keys, { headers: [] }, 'apiKey() got no headers, so every request would be denied'],
  ])('%s', (_what, given, options, message) => {
    const make = (): unknown => apiKey({ keys: given as ApiKeys, ...options });

    expect(make).toThrow(message);
    expect(make).not.toThrow(adaKey.slice(1));
  });

  it('does not reject a short key that is explicitly allowed', () => {
    const verifier = apiKey({ keys: { ada: 'test' }, allowShortKeys: true });

    expect(verifier.verify(headers(['OTC-API-Key', 'test']))).toStrictEqual(as('ada'));
  });
});

describe('the comparison of keys', () => {
  it.each(['', '0', adaKey, bobKey, `x${adaKey.slice(1)}`, `${adaKey.slice(0, -1)}x`, adaKey.repeat(4)])(
    'reads the same number of characters for %o as for any other key, without an early return (OTC-AUTH-04)',
    (candidate) => {
      const [left, right] = [watched(candidate), watched(adaKey)];
      timingSafeEqual(left.text, right.text, 32);

      expect([left.reads(), right.reads()]).toEqual([32, 32]);
    },
  );

  it('distinguishes equal and different strings', () => {
    const text = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', '\0', 'é', '\uffff') });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(timingSafeEqual(a, b, 6)).toBe(a === b);
        expect(timingSafeEqual(a, a, 6)).toBe(true);
      }),
    );
  });
});

it('creates no random values at startup, where Workers allow none', () => {
  const random = vi.spyOn(crypto, 'getRandomValues');
  const verifier = apiKey({ keys });
  expect(random).not.toHaveBeenCalled();
  expect(verifier.verify(headers(['OTC-API-Key', adaKey]))).toMatchObject({ state: 'accepted' });
  expect(random).toHaveBeenCalled();
  random.mockRestore();
});
