import { describe, expect, test } from 'vitest';
import { isHostHeader, isLoopbackHost, isSameHost, readOrigin, withoutPort } from '../src/internal.ts';

describe('the origin of a page', () => {
  test.each([
    ['https://app.example', { scheme: 'https', host: 'app.example' }],
    ['http://localhost:3000', { scheme: 'http', host: 'localhost:3000' }],
    ['http://[::1]:3000', { scheme: 'http', host: '[::1]:3000' }],
    ['null', undefined],
    ['file://', undefined],
    ['https://app.example/path', undefined],
  ])('%s is read as %o', (origin, read) => {
    expect(readOrigin(origin)).toEqual(read);
  });

  test.each([
    ['https', 'app.example', 'app.example', true],
    ['https', 'app.example', 'app.example:443', true],
    ['http', 'app.example', 'app.example:80', true],
    ['http', 'app.example', 'app.example:443', false],
    ['https', 'app.example', 'app.example:8443', false],
    ['https', 'evil.example', 'app.example', false],
  ] as const)('%s://%s belongs to the host %s: %s', (scheme, from, host, isSame) => {
    expect(isSameHost({ scheme, host: from }, host)).toBe(isSame);
  });
});

describe('a hostname', () => {
  test.each(['app.example', 'localhost:3000', '127.0.0.1', '[::1]:8080'])('%s is valid', (host) => {
    expect(isHostHeader(host)).toBe(true);
  });

  test.each(['https://app.example', 'app.example/path', '', 'a b', 7, undefined])('%s is invalid', (host) => {
    expect(isHostHeader(host)).toBe(false);
  });

  test.each([
    ['app.example:3000', 'app.example'],
    ['[::1]:3000', '[::1]'],
    ['[::1]', '[::1]'],
  ])('%s is %s without its port', (host, bare) => {
    expect(withoutPort(host)).toBe(bare);
  });

  test.each(['localhost', 'app.localhost:3000', '127.9.9.9:1', '[::1]:80', '[::ffff:7f00:1]'])(
    '%s is this machine',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  test.each(['localhost.example', '128.0.0.1', '127.0.0.1.example', '[::2]'])('%s is another machine', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
