import { expect, test } from 'vitest';
import { otc } from '../src/index.ts';

const pathsOf = (options?: Parameters<typeof otc>[0]) => otc(options).routes.map(({ path }) => path);

test('calls have a second route, /call, as in the examples of the standard, unless callAlias is false (E01)', () => {
  expect(pathsOf()).toEqual(['/health', '/tools', '/tools/call', '/call', '/tools/cancel']);
  expect(pathsOf({ prefix: '/v1', callAlias: false })).toEqual([
    '/v1/health',
    '/v1/tools',
    '/v1/tools/call',
    '/v1/tools/cancel',
  ]);
});

test.each<[string, object]>([
  ["prefix of otc() must start with '/'", { prefix: 'v1' }],
  ["prefix of otc() must start with '/'", { prefix: '/v1/' }],
])('an option is rejected at startup: %s', (message, options) => {
  expect(() => otc(options)).toThrow(message);
});
