import { describe, expect, test } from 'vitest';
import type { McpOptions } from '../src/index.ts';
import { createEndpoint, legacy, modern } from './support/http.ts';
import { createTestService } from './support/service.ts';
import { add } from './support/tools.ts';

async function statusOf(
  headers: Readonly<Record<string, string | undefined>>,
  {
    isLoopback,
    isAllowedHost,
    ...options
  }: McpOptions & { readonly isLoopback?: boolean; readonly isAllowedHost?: boolean } = {},
) {
  const service = createTestService([add]);
  const [value, sent] = modern('tools/call', { name: 'Calculator_Add', arguments: { a: 1, b: 2 } });
  const answer = await createEndpoint(service, options).post(value, {
    headers: { ...sent.headers, ...headers },
    ...(isLoopback !== undefined && { isLoopback }),
    isAllowedHost,
  });
  expect(service.calls).toHaveLength(answer.status === 200 ? 1 : 0);
  if (answer.status === 403) expect(answer.message.error?.message).toMatch(/allowedHosts|allowedOrigins/);
  return answer.status;
}

describe('a server at a loopback address', () => {
  const local = { isLoopback: true };

  test.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:3000',
    'app.localhost',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.8.9.1',
    '[::1]:3000',
    '[::1]',
    'localhost.',
    'localhost.:3000',
    '[::ffff:127.0.0.1]:3000',
    '[::ffff:7f00:1]',
  ])('accepts local host names: %s', async (host) => {
    expect(await statusOf({ host }, local)).toBe(200);
  });

  test.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    'localhost..',
    '10.0.0.1',
    '::1',
    '[::ffff:10.0.0.1]',
    '[::ffff:a00:1]',
  ])('rejects other host names: %s', async (host) => {
    expect(await statusOf({ host }, local)).toBe(403);
  });

  test.each(['http://localhost', 'https://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'accepts pages of its machine: %s',
    async (origin) => {
      expect(await statusOf({ host: 'localhost:3000', origin }, local)).toBe(200);
    },
  );

  test.each([
    'http://evil.example',
    'null',
    '',
    'file://',
    'http://localhost.evil.example',
    'chrome-extension://abc',
    'http://localhost/path',
  ])('rejects other pages: %s (MCP-HTTP-02)', async (origin) => {
    expect(await statusOf({ host: 'localhost:3000', origin }, local)).toBe(403);
  });

  test("accepts the server's allowed hosts, and allowed origins", async () => {
    const options = { ...local, allowedOrigins: ['https://App.example.com'] };
    const allowed = { ...options, isAllowedHost: true };
    const origin = 'https://app.example.com';
    expect(await statusOf({ host: 'tools.example.com', origin }, allowed)).toBe(200);
    expect(await statusOf({ host: 'tools.example.com', origin: 'https://tools.example.com' }, allowed)).toBe(200);
    expect(await statusOf({ host: 'tools.example.com:443', origin: 'https://tools.example.com' }, allowed)).toBe(200);
    expect(await statusOf({ host: 'tools.example.com', origin: 'http://localhost:5173' }, allowed)).toBe(403);
    expect(await statusOf({ host: 'tools.example.com' }, { ...options, isAllowedHost: false })).toBe(403);
    expect(await statusOf({ host: 'localhost' }, options)).toBe(200);
    expect(await statusOf({ host: 'localhost', origin: 'http://app.example.com' }, options)).toBe(403);
    expect(
      await statusOf({ host: 'localhost', origin: 'https://any.example' }, { ...local, allowedOrigins: '*' }),
    ).toBe(200);
  });
});

// Bound to 0.0.0.0, or in an adapter without the address: the request may come from anywhere.
describe('a server at a public address', () => {
  const host = 'tools.example.com:8443';

  test('accepts any host name', async () => {
    expect(await statusOf({ host })).toBe(200);
    expect(await statusOf({ host: undefined })).toBe(200);
  });

  test.each([
    ['tools.example.com:8443', 'http://tools.example.com:8443'],
    ['evil.example:3000', 'http://evil.example:3000'],
    ['192.168.1.5:3000', 'http://192.168.1.5:3000'],
    ['localhost.evil.example', 'http://localhost.evil.example'],
    ['tools.example.com', 'https://evil.example'],
    ['tools.example.com', 'http://localhost'],
    ['evil.example', 'http://localhost:3000'],
    ['localhost:3000', 'http://evil.example'],
    ['tools.example.com', 'null'],
    [undefined, 'https://evil.example'],
    [undefined, 'http://localhost:3000'],
  ])('rejects pages that DNS rebinding may have directed to it: at %s one of %s', async (name, origin) => {
    expect(await statusOf({ host: name, origin })).toBe(403);
    expect(await statusOf({ host: name, origin }, { isLoopback: false })).toBe(403);
  });

  test.each([
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost:3000', 'http://127.0.0.1:6274'],
    ['[::1]:3000', 'http://localhost:3000'],
  ])('accepts pages of this machine: at %s one of %s', async (name, origin) => {
    expect(await statusOf({ host: name, origin })).toBe(200);
  });

  test('accepts its own pages once its host name is allowed', async () => {
    const options = { isAllowedHost: true };
    const origin = 'https://tools.example.com';
    expect(await statusOf({ host: 'tools.example.com', origin }, options)).toBe(200);
    expect(await statusOf({ host: 'tools.example.com:443', origin }, options)).toBe(200);
    expect(await statusOf({ host: 'tools.example.com:80', origin: 'http://tools.example.com' }, options)).toBe(200);
    expect(await statusOf({ host, origin: `${origin}:8443` }, options)).toBe(200);
    expect(await statusOf({ host, origin }, options)).toBe(403);
    expect(await statusOf({ host, origin: 'https://evil.example' }, options)).toBe(403);
  });

  test('accepts pages of allowed origins', async () => {
    expect(await statusOf({ host, origin: 'https://evil.example' }, { allowedOrigins: ['https://evil.example'] })).toBe(
      200,
    );
    expect(await statusOf({ host, origin: 'https://evil.example' }, { allowedOrigins: '*' })).toBe(200);
  });
});

test.each([
  ['http://tools.example.com', 'allowedHosts'],
  ['http://app.example.com', 'allowedOrigins'],
  ['null', 'allowedOrigins'],
])('the error for a page of %s names %s', async (origin, option) => {
  const [value, { headers }] = modern('ping');
  const answer = await createEndpoint(createTestService([])).post(value, { headers: { ...headers, origin } });
  expect([answer.status, answer.message.error?.message]).toEqual([403, expect.stringContaining(option)]);
});

test.each([
  [undefined, null],
  ['2025-03-26', null],
  ['2025-06-18', null],
  ['2025-11-25', undefined],
] as const)('legacy clients get the same checks, and messages of %s with an ID of %s', async (revision, id) => {
  const [value, sent] = legacy(revision, 'ping');
  const headers = { ...sent.headers, host: 'localhost', origin: 'http://evil.example' };
  const { status, message } = await createEndpoint(createTestService([])).post(value, { headers, isLoopback: true });
  expect([status, message.id]).toEqual([403, id]);
});
