import { describe, expect, test } from 'vitest';
import { readBasePath } from '../src/internal.ts';

describe('a base path', () => {
  test.each([
    [undefined, ''],
    ['', ''],
    ['/', ''],
    ['/ai', '/ai'],
    ['/api/ai/', '/api/ai'],
    ['/.well-known/%2e...', '/.well-known/%2e...'],
    ['/caf%C3%A9/@me/v1.0/a:b', '/caf%C3%A9/@me/v1.0/a:b'],
  ])('of %j is read as %j', (basePath, read) => {
    expect(readBasePath(basePath)).toBe(read);
  });

  test.each([
    'ai',
    'https://app.example/ai',
    '/ai?x=1',
    '/ai#x',
    '/a b',
    '/café',
    '//ai',
    '/a//b',
    '/a/../b',
    '/.',
    '/%2e%2E/x',
    '/a/.%2e',
  ])('of %j, which no request can have, is a startup error', (basePath) => {
    expect(() => readBasePath(basePath)).toThrow(
      `basePath must be a URL path that starts with '/', such as '/api/ai', got '${basePath}'. (TW_OPTION_PATH)`,
    );
  });

  test.each([
    [null, 'null'],
    [{}, 'another object'],
    [7, '7'],
  ])('of %j is a startup error too', (basePath, shown) => {
    expect(() => readBasePath(basePath)).toThrow(`such as '/api/ai', got ${shown}.`);
  });
});
