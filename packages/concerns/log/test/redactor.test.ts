import { createRedactorFor, redactedFields } from '@toolwire/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../src/index.ts';

const secret = 'p"4ss/wörd&more';

describe('a string', () => {
  const hide = (text: string, ...secrets: string[]): string => createRedactor({ secrets }).text(text);

  it('contains no secret as it is, in JSON, in a URL or in a form', () => {
    const form = new URLSearchParams({ key: 'a b&c' }).toString();
    expect(hide(`${secret} ${JSON.stringify({ secret })} ?key=${encodeURIComponent(secret)}`, secret)).toBe(
      '[masked] {"secret":"[masked]"} ?key=[masked]',
    );
    expect(hide(form, 'a b&c')).toBe('key=[masked]');
  });

  it('contains no part of a secret that overlaps or contains another secret', () => {
    expect(hide('say abcdefghi now', 'abcdef', 'defghi')).toBe('say [masked] now');
    expect(hide('token-of-ada token', 'token', 'token-of-ada')).toBe('[masked] [masked]');
  });

  it('contains no secret that came with surrounding spaces', () => {
    expect(hide('sent 1234-5678', ' 1234-5678\n')).toBe('sent [masked]');
  });

  it('may contain secrets of fewer than 4 characters, which occur in many words', () => {
    expect(hide('a cat sat', 'a', 'cat', '')).toBe('a cat sat');
    expect(hide('a cats sat', 'cats')).toBe('a [masked] sat');
  });

  it('treats secrets as strings, not as patterns, and accepts a lone surrogate', () => {
    expect(hide('a.*$& abc', 'a.*$&')).toBe('[masked] abc');
    expect(hide('half\ud800', 'half\ud800')).toBe('[masked]');
  });

  it('contains no secret afterwards, for any secrets and any string', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '"', ' ', '%', 'ü'), minLength: 4, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 4 }),
        fc.string({ unit: fc.constantFrom('a', 'b', '"', ' ', '%', 'ü') }),
        (secrets, text) => {
          const masked = hide(secrets.join(text) + text, ...secrets);
          for (const one of secrets) expect(masked).not.toContain(one);
        },
      ),
    );
  });
});

describe('a value', () => {
  const hide = (value: unknown, secrets: string[] = [secret], paths: string[] = []): unknown =>
    createRedactor({ secrets, paths }).value(value);

  it('contains no secret: in lists, names, errors, causes or URLs', () => {
    const cause = new TypeError(`Sent ${secret}`);
    const error = Object.assign(new Error(secret, { cause }), {
      code: secret,
      url: new URL(`http://x/?q=${encodeURIComponent(secret)}`),
    });
    const shown = hide({ list: [secret, { [secret]: 1 }], error, at: new Date(0), nothing: null, no: undefined });
    expect(JSON.stringify(shown)).not.toContain('wörd');
    expect(shown).toMatchObject({
      list: ['[masked]', { '[masked]': 1 }],
      error: {
        name: 'Error',
        message: '[masked]',
        code: '[masked]',
        cause: { name: 'TypeError', message: 'Sent [masked]' },
      },
      at: '1970-01-01T00:00:00.000Z',
      nothing: null,
    });
  });

  it.each([
    ['a URL', (one: string) => new URL(`http://x/?q=${one}`)],
    ['the credentials of a URL', (one: string) => Object.assign(new URL('http://x/'), { password: one })],
    ['parameters', (one: string) => new URLSearchParams({ q: one })],
    ['headers', (one: string) => new Headers({ 'x-note': encodeURI(one) })],
    ['a map', (one: string) => new Map([[one, one]])],
    ['a set', (one: string) => new Set([one])],
    ['an error', (one: string) => new Error(`No ${new URL(`http://x/${one}`).href}`)],
    ['errors', (one: string) => new AggregateError([new URL(`http://x/${one}`)], one)],
    ['what writes itself', (one: string) => ({ toJSON: () => new URL(`http://x/#${one}`) })],
    ['bytes', (one: string) => Buffer.from(one)],
  ])('contains no secret in %s', (_what, make) => {
    const shown = JSON.stringify(hide({ field: make('p"4ss|wörd 100%') }, ['p"4ss|wörd 100%']));
    expect(shown).not.toMatch(/4ss|w(?:ö|%C3%B6)rd/i);
  });

  it('contains the errors inside an AggregateError', () => {
    const error = new AggregateError([new TypeError(`Sent ${secret}`)], 'All failed');
    expect(hide(error)).toMatchObject({
      message: 'All failed',
      errors: [{ name: 'TypeError', message: 'Sent [masked]' }],
    });
  });

  it('contains no secret in a String object, in separate characters', () => {
    expect(hide({ field: Object(secret) as unknown, n: Object(7) as unknown })).toEqual({ field: '[masked]', n: 7 });
  });

  it('contains the remaining parts of a URL', () => {
    expect(hide({ url: new URL('http://x/?a=1&q=p"4ss word') }, ['p"4ss word'])).toEqual({
      url: 'http://x/?a=1&q=[masked]',
    });
  });

  it('contains no short secret, and no number, that is the whole value of a field', () => {
    expect(hide({ pin: '123', text: 'room 123', code: 4711, other: 4712, big: 99n }, ['123', '4711', '99'])).toEqual({
      pin: '[masked]',
      text: 'room 123',
      code: '[masked]',
      other: 4712,
      big: '[masked]',
    });
  });

  it('contains no value under secret field names, at any depth and in any spelling', () => {
    const shown = hide(
      { password: 'a', headers: { Authorization: 'b', 'Set-Cookie': ['c'] }, deep: [{ apiKey: 1, API_KEY: {} }] },
      [],
    );
    expect(shown).toEqual({
      password: '[masked]',
      headers: { Authorization: '[masked]', 'Set-Cookie': '[masked]' },
      deep: [{ apiKey: '[masked]', API_KEY: '[masked]' }],
    });
    expect(hide({ tokens: 12, tokenCount: 3 }, [])).toEqual({ tokens: 12, tokenCount: 3 });
  });

  it('contains no value at the given paths: a name anywhere, a path from the root, a star for any name', () => {
    const value = {
      iban: 1,
      user: { email: 'e', name: 'n', iban: 2 },
      items: [{ price: 3 }],
      deep: { user: { email: 'f' } },
    };
    expect(hide(value, [], ['iban', 'user.email', 'items.*.price'])).toEqual({
      iban: '[masked]',
      user: { email: '[masked]', name: 'n', iban: '[masked]' },
      items: [{ price: '[masked]' }],
      deep: { user: { email: 'f' } },
    });
  });

  it.each(['', 'user.', '.email', 'a..b', '*'])('with the path %j is rejected at startup', (path) => {
    expect(() => createRedactor({ paths: [path] })).toThrow(/doesn't name a field/);
  });

  it('is finite for any input, and never throws', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const deep = Array.from({ length: 50 }).reduce<object>((inner) => ({ inner }), {});
    const throwing = {
      get text(): string {
        throw new Error('on purpose');
      },
    };
    const proxy = new Proxy({}, { ownKeys: () => expect.fail('on purpose') });
    expect(
      hide({ circle, throwing, proxy, run: () => 1, bytes: new Uint8Array(7), buffer: new ArrayBuffer(3) }),
    ).toEqual({
      circle: { self: '[circular]' },
      throwing: { text: '[unreadable]' },
      proxy: '[unreadable]',
      run: undefined,
      bytes: '[7 bytes]',
      buffer: '[3 bytes]',
    });
    expect(JSON.stringify(hide(deep))).toContain('[too deep]');
    const long = hide(Array.from({ length: 1e6 }, (_, index) => index));
    expect(JSON.stringify(long).length).toBeLessThan(10_000);
    expect(JSON.stringify(long)).toContain('[too much]');
    expect(hide(JSON.parse('{"__proto__":{"a":1}}'))).toEqual(JSON.parse('{"__proto__":{"a":1}}'));
  });

  it('is a copy, and the input stays unchanged', () => {
    const value = { password: 'a', list: [secret] };
    hide(value);
    expect(value).toEqual({ password: 'a', list: [secret] });
  });
});

describe('a name', () => {
  const shown = (fields: object): unknown => createRedactor().fields(fields);

  it.each([
    'otc-api-key',
    'x-api-key',
    'X_API_KEY',
    'apiKeys',
    'jwt',
    'id_jwt',
    'authToken',
    'auth_token',
    'SMS_SECRET',
    'smsSecret',
    'CLIENT-SECRET',
    'github.token',
    'dbPassword',
    'Set-Cookie',
    'proxy-authorization',
    'signing_key',
  ])('hides its value, at any depth: %s', (name) => {
    expect(shown({ [name]: 'hunter22', in: [{ [name]: { a: 'hunter22' } }] })).toEqual({
      [name]: '[masked]',
      in: [{ [name]: '[masked]' }],
    });
  });

  it.each(['maxTokens', 'tokenCount', 'secretId', 'key', 'monkey', 'cookieName', 'authorized', 'passwordLength'])(
    'shows its value if it only mentions secrets: %s',
    (name) => {
      expect(shown({ [name]: 'hunter22' })).toEqual({ [name]: 'hunter22' });
    },
  );
});

it('shows only the name of an error to unprivileged readers', () => {
  const error = Object.assign(new TypeError('in /srv/app'), { path: '/srv/app' });
  expect(createRedactorFor(redactedFields(), [], 'name').value({ error, deep: [error] })).toEqual({
    error: { name: 'TypeError' },
    deep: [{ name: 'TypeError' }],
  });
});

it('copies boxed booleans, and omits symbols, as JSON does', () => {
  const copy = createRedactor().value({ flag: new Boolean(true), symbol: Symbol('token-7d1c04') });
  expect(copy).toEqual({ flag: true, symbol: undefined });
});
