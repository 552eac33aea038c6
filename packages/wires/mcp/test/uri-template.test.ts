import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUriTemplate } from '../src/resources/uri-template.ts';

describe('an address with variables', () => {
  const template = parseUriTemplate('notes://{folder}/{+path}{?version,lang}');

  test.each([
    ['notes://a/b', { folder: 'a', path: 'b' }],
    ['notes://a/b/c.md', { folder: 'a', path: 'b/c.md' }],
    ['notes://a%20b/%C3%BC', { folder: 'a b', path: 'ü' }],
    ['notes://a/b?version=2', { folder: 'a', path: 'b', version: '2' }],
    ['notes://a/b?lang=de&version=', { folder: 'a', path: 'b', lang: 'de', version: '' }],
    ['notes://a/b?', { folder: 'a', path: 'b' }],
    ['notes://a/b?version=a%3Db=c', { folder: 'a', path: 'b', version: 'a=b=c' }],
  ])('gives the values of its variables: %s', (uri, values) => {
    expect(template.match(uri)).toEqual(values);
  });

  test.each([
    'notes://a',
    'notes://a/',
    'notes:///b',
    'other://a/b',
    'NOTES://a/b',
    'notes://a/b?other=1',
    'notes://a/b?version=1&version=2',
    'notes://a/b#c',
    'notes://a/%',
    'notes://a/%ff',
    'xnotes://a/b',
  ])('is not taken for another: %s', (uri) => {
    expect(template.match(uri)).toBeUndefined();
  });

  test.each([
    'notes://../b',
    'notes://%2e%2e/b',
    'notes://./b',
    'notes://a%2Fb/c',
    'notes://a%5Cb/c',
    'notes://a/../b',
    'notes://a/b/%2E%2E/c',
    'notes://a/..%2f..%2fetc/passwd',
    'notes://a/..%5C..%5Cboot.ini',
    'notes://a//etc/passwd',
    'notes://a/%2Fetc/passwd',
    'notes://a/b//c',
    'notes://a/b/.',
    'notes://a/b%00.md',
    'notes://a/b%0a',
    'notes://a/b?version=%00',
  ])('leads out of no folder, however it is written: %s (MCP-RES-05)', (uri) => {
    expect(template.match(uri)).toBeUndefined();
  });

  test('has one way to be read, so what fits another letter between two variables goes to the first', () => {
    const dashed = parseUriTemplate('x://{a}-{b}');
    expect(dashed.match('x://1-2')).toEqual({ a: '1', b: '2' });
    expect(dashed.match('x://1%2D1-2')).toEqual({ a: '1-1', b: '2' });
    expect(dashed.match('x://1-2-3')).toEqual({ a: '1', b: '2-3' });
  });

  test('brings back every value that is safe to look up, and no other (MCP-RES-05)', () => {
    const one = parseUriTemplate('x://{name}/end');
    const rest = parseUriTemplate('x://all/{+path}');
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc
        .array(fc.constantFrom('..', '.', '/', '\\', 'a', '%2e', '\0', 'é'), { minLength: 1 })
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (value) => {
        fc.pre(!/\p{Surrogate}/u.test(value));
        const isPlain = !/[\p{Cc}\\]/u.test(value);
        const segments = value.split('/');
        const isRelative = segments.every((segment) => !['', '.', '..'].includes(segment));
        const encoded = encodeURIComponent(value);
        const isName = isPlain && isRelative && segments.length === 1;
        expect(one.match(`x://${encoded}/end`)).toEqual(isName ? { name: value } : undefined);
        expect(rest.match(`x://all/${encoded}`)).toEqual(isPlain && isRelative ? { path: value } : undefined);
      }),
    );
  });

  test('is read in time that grows with its length, and not faster', () => {
    const steps = parseUriTemplate(`x://${Array.from({ length: 20 }, (_, index) => `{v${index}}`).join('-')}/{+rest}`);
    const long = `x://${'a-'.repeat(100_000)}`;
    const begin = performance.now();
    expect(steps.match(long)).toBeUndefined();
    // A reading that tried every place for each of twenty variables would outlive all of us.
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  test('is read alike by any text: it never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((rest) => `notes://a/${rest}`),
        ),
        (uri) => {
          const values = template.match(uri);
          expect(values === undefined || 'folder' in values).toBe(true);
        },
      ),
    );
  });
});
