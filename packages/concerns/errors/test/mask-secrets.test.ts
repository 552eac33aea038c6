import { cpuMs } from '@toolwire/internal/testing';
import { describe, expect, it } from 'vitest';
import { createSecretMask, describeThrown, mapError, ToolError } from '../src/index.ts';

const secret = 'p"4ss/wörd&more';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A URL as a program writes it. */
function urlWith(change: (url: URL) => void): string {
  const url = new URL('http://x/');
  change(url);
  return url.href;
}

describe('createSecretMask', () => {
  it('masks a secret as it is, in JSON and in a URL', () => {
    const text = `${secret} ${JSON.stringify({ secret })} https://example.com/?key=${encodeURIComponent(secret)}`;

    expect(createSecretMask([secret])(text)).toBe('[masked] {"secret":"[masked]"} https://example.com/?key=[masked]');
  });

  it('masks a whole secret that starts like another secret', () => {
    expect(createSecretMask(['token', 'token-of-ada'])('token-of-ada token')).toBe('[masked] [masked]');
  });

  it('masks secrets that overlap each other, or themselves', () => {
    expect(createSecretMask(['abcdef', 'defghi'])('say abcdefghi now')).toBe('say [masked] now');
    expect(createSecretMask(['abab'])('ababab')).toBe('[masked]');
  });

  it.each([
    ['a form', new URLSearchParams({ key: secret }).toString()],
    ['a form, where a space is a plus', new URLSearchParams({ key: 'two words~' }).toString()],
    ['an address with small letters', encodeURIComponent(secret).toLowerCase()],
    [
      'an address as RFC 3986 has it',
      `?key=${encodeURIComponent('it(is)a*secret!').replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    ],
    ['base64', base64(secret)],
    ['Basic credentials of a short name', `Basic ${base64(`a:${secret}`)}`],
    ['Basic credentials of a longer name', `Basic ${base64(`ab:${secret}`)}`],
    ['base64 of an address', Buffer.from(`{"k":"${secret.replace('"', '')}"}`).toString('base64url')],
  ])('masks a secret encoded as %s', (_name, text) => {
    const masked = createSecretMask([secret, secret.replace('"', ''), 'it(is)a*secret!', 'two words~'])(text);
    expect(masked).toContain('[masked]');
    // The first and last base64 letters remain, because they also contain bits of the adjacent text.
    expect(masked.replace('[masked]', '').length).toBeLessThan(24);
  });

  const tricky = 'a b"c<d>e`f{g}h|i^j\'k&l+m%n/o?p#q\\rüs.t';

  it.each([
    ['the query of a URL', (one: string) => new URL(`http://x/?q=${one}`).href],
    ['the path of a URL', (one: string) => new URL(`http://x/${one}/more`).href],
    ['the fragment of a URL', (one: string) => new URL(`http://x/#${one}`).href],
    ['a parameter of a URL', (one: string) => urlWith((url) => url.searchParams.set('q', one))],
    ['the password of a URL', (one: string) => urlWith((url) => (url.password = one))],
    ['a part that encodes only spaces', (one: string) => one.replaceAll(' ', '%20')],
    ['a form that is encoded in part', (one: string) => one.replaceAll(' ', '+').replaceAll('"', '%22')],
  ])('masks a partly encoded secret, as in %s', (_where, spell) => {
    for (const hidden of [tricky, 'p"4ss/wörd&more', 'two words 100%', 'line one\nline two!', 'half \ud800 full']) {
      const masked = createSecretMask([hidden])(`before ${spell(hidden)} after`);
      expect(masked, hidden).toMatch(/^before .*\[masked\].* after$/s);
      // The rest of the URL may stay, and a fragment or query that starts inside the secret.
      expect(masked.replaceAll('[masked]', ''), hidden).toMatch(
        /^before (?:http:\/\/)?:?@?x?\/?(?:\?q=|#)?(?:\/more)? after$/,
      );
    }
  });

  it('treats a dot in a secret as a literal dot', () => {
    expect(createSecretMask(['a.b c!d'])('axb c!d 100%')).toBe('axb c!d 100%');
  });

  it('stays fast for a secret of many line breaks', () => {
    const lines = `x${'\n'.repeat(2_000)}y!`;
    expect(cpuMs(() => createSecretMask([lines])(`%x${'%0a'.repeat(20_000)}`))).toBeLessThan(1_000);
  });

  it.each([
    ['that repeats itself', 'a'.repeat(40_000), 'a'.repeat(120_000), '[masked]'],
    [
      'that nearly repeats itself',
      `${'a'.repeat(40_000)}b${'a'.repeat(40_000)}`,
      'a'.repeat(240_000),
      'a'.repeat(240_000),
    ],
    ['of line breaks and percent signs', `${'\n%0a'.repeat(12)}!x`, `${'%0a'.repeat(36)}Y`, `${'%0a'.repeat(36)}Y`],
    ['with a line break', 'a\n!x', '%0a'.repeat(30_000), '%0a'.repeat(30_000)],
  ])('takes linear time for a secret %s', (_name, hidden, text, masked) => {
    expect(cpuMs(() => expect(createSecretMask([hidden])(text) === masked).toBe(true))).toBeLessThan(1_000);
  });

  it('masks a secret with a percent sign, whether a URL encodes that or not', () => {
    const mask = createSecretMask(['100%ab of it!']);
    expect(mask('q=100%25ab%20of%20it! and 100%ab+of+it%21')).toBe('q=[masked] and [masked]');
  });

  it('does not mask words that resemble a short secret in base64', () => {
    expect(createSecretMask(['abcd'])('YWJj is no secret')).toBe('YWJj is no secret');
  });

  it('treats secrets as strings, not as patterns', () => {
    expect(createSecretMask(['a.*$&'])('a.*$& abc')).toBe('[masked] abc');
  });

  it('does not change strings without secrets, or with secrets that are too short', () => {
    expect(createSecretMask([])('all of it')).toBe('all of it');
    expect(createSecretMask(['', 'a', 'the'])('all of the text')).toBe('all of the text');
  });

  it('accepts a secret with a lone surrogate, which a URL cannot contain', () => {
    expect(createSecretMask(['half\ud800'])(`half\ud800 ${JSON.stringify('half\ud800')}`)).toBe('[masked] "[masked]"');
  });
});

describe('a description for the log (CASE-C)', () => {
  it('contains no secret, in any part of the error', () => {
    const inner = Object.assign(new Error(secret), { code: secret, name: secret });
    const thrown = new AggregateError([inner, secret, { [secret]: 1 }], `Sent ${secret}`, { cause: inner });
    const described = describeThrown(thrown, [secret]);

    expect(JSON.stringify(described)).not.toContain('wörd');
    expect(described).toMatchObject({ message: 'Sent [masked]', cause: { message: '[masked]', code: '[masked]' } });
    expect(described.stack).toContain('mask-secrets.test.ts');
  });

  it('contains no start of a secret at the position where the string is truncated', () => {
    const { message } = describeThrown(new Error(`${'x'.repeat(995)}${secret}`), [secret]);

    expect(message).not.toContain('p"');
  });

  it('omits a code that equals a secret', () => {
    const thrown = Object.assign(new Error('No'), { code: 12345678 });

    expect(describeThrown(thrown, ['12345678']).code).toBeUndefined();
    expect(describeThrown(thrown, ['another']).code).toBe(12345678);
  });
});

it('a tool error contains no secret in any of its fields', () => {
  const words = `Refused: ${secret}`;
  const error = new ToolError(words, { developerMessage: words, additionalPromptContent: words, canRetry: true });
  const hidden = 'Refused: [masked]';

  expect(mapError(error, [secret])).toStrictEqual({
    message: hidden,
    developerMessage: hidden,
    additionalPromptContent: hidden,
    canRetry: true,
  });
});
