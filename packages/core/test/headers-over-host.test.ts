import { expect, test } from 'vitest';
import { headersOverHost } from '../src/http/host.ts';

test.each([
  ['Accept-Language', 'Accept-Language, Origin'],
  [['Accept', 'accept-language'], 'Accept, accept-language, Origin'],
  ['Origin', 'Origin'],
  ['origin, Accept', 'Origin, Accept'],
  ['', 'Origin'],
])('the names in Vary of the host (%j) and of the tools are joined once each', (known, expected) => {
  const headers = headersOverHost({ vary: 'Origin' }, (name) => (name === 'vary' ? known : undefined));
  expect(headers).toEqual({ vary: expected });
});

test('headers of the host win, except for the content type', () => {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', etag: '"1"' };
  const host = { 'content-type': 'text/html', 'cache-control': 'private' } as const;
  expect(headersOverHost(headers, (name) => host[name as keyof typeof host])).toEqual({
    'content-type': 'application/json',
    etag: '"1"',
  });
});
