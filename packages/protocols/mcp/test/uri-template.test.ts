import { cpuMs } from '@toolwire/internal/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUriTemplate } from '../src/prompts-and-resources/uri-template.ts';

describe('a URI template', () => {
  const template = parseUriTemplate('notes://{folder}/{+path}{?version,lang}');

  test.each([
    ['notes://a/b', { folder: 'a', path: 'b' }],
    ['notes://a/b/c.md', { folder: 'a', path: 'b/c.md' }],
    ['notes://a%20b/%C3%BC', { folder: 'a b', path: 'ü' }],
    ['notes://a/b?version=2', { folder: 'a', path: 'b', version: '2' }],
    ['notes://a/b?lang=de&version=', { folder: 'a', path: 'b', lang: 'de', version: '' }],
    ['notes://a/b?', { folder: 'a', path: 'b' }],
    ['notes://a/b?version=a%3Db=c', { folder: 'a', path: 'b', version: 'a=b=c' }],
  ])('returns the values of its variables: %s', (uri, values) => {
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
  ])('does not match another URI: %s', (uri) => {
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
  ])('rejects path traversal in any encoding: %s (MCP-RES-05)', (uri) => {
    expect(template.match(uri)).toBeUndefined();
  });

  test('matches unambiguously: the first variable gets as much as it can', () => {
    const dashed = parseUriTemplate('x://{a}-{b}');
    expect(dashed.match('x://1-2')).toEqual({ a: '1', b: '2' });
    expect(dashed.match('x://1%2D1-2')).toEqual({ a: '1-1', b: '2' });
    expect(dashed.match('x://1-2-3')).toEqual({ a: '1', b: '2-3' });
  });

  test('restores every safe value and no other (MCP-RES-05)', () => {
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

  test('matches in linear time', () => {
    const steps = parseUriTemplate(`x://${Array.from({ length: 20 }, (_, index) => `{v${index}}`).join('-')}/{+rest}`);
    const long = `x://${'a-'.repeat(100_000)}`;
    // Backtracking over twenty variables would never end.
    expect(cpuMs(() => expect(steps.match(long)).toBeUndefined())).toBeLessThan(20_000);
  });

  test('never throws for any string', () => {
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
