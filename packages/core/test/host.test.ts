import { expect, test } from 'vitest';
import { expectHostedServer, isPublic } from '../src/internal.ts';

const noop = (): undefined => undefined;
const server = { handle: noop };

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [[], 'a list'],
  [Promise.resolve(server), 'a promise; await it'],
  [{ tools: [] }, 'another object'],
  [() => server, 'a function'],
])('mounting a value that is not a tool server explains it: %s', (mounted, words) => {
  expect(() => expectHostedServer(mounted)).toThrow(`got ${words}`);
});

test.each([
  ['Express', { handle: noop, use: noop }],
  ['Koa', { use: noop, callback: noop }],
  ['Fastify', { register: noop }],
])('mounting an app of %s instead of a tool server is a startup error with advice', (_name, app) => {
  expect(() => expectHostedServer(app)).toThrow(
    /^Expected a tool server, got the app of a web framework\. .*app\.use\('\/ai', mountTools\(server\)\) \(TW_ARGUMENTS\)$/,
  );
});

test.each([
  ['/.well-known/oauth-protected-resource', true],
  ['/.well-known/oauth-protected-resource/mcp', true],
  ['/.well-known/oauth-protected-resource?a=1', true],
  ['/.well-known/oauth-protected-resourceXYZ', false],
])('GET %s is public: %s', (url, expected) => {
  expect(isPublic('GET', url)).toBe(expected);
});
