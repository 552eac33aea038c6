import { describe, expect, test } from 'vitest';
import type { McpOptions } from '../src/index.ts';
import { createEndpoint, legacy, modern } from './support/http.ts';
import { createTestService } from './support/service.ts';
import { add } from './support/tools.ts';

async function statusOf(
  headers: Readonly<Record<string, string | undefined>>,
  { isLoopback, ...options }: McpOptions & { readonly isLoopback?: boolean } = {},
) {
  const service = createTestService([add]);
  const [value, sent] = modern('tools/call', { name: 'Calculator_Add', arguments: { a: 1, b: 2 } });
  const answer = await createEndpoint(service, options).post(value, {
    headers: { ...sent.headers, ...headers },
    ...(isLoopback !== undefined && { isLoopback }),
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
  ])('is reached by a name of its machine: %s', async (host) => {
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
    '10.0.0.1',
    '::1',
  ])('is reached by no other name: %s', async (host) => {
    expect(await statusOf({ host }, local)).toBe(403);
  });

  test.each(['http://localhost', 'https://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'is called by pages of its machine: %s',
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
  ])('is called by no other page: %s', async (origin) => {
    expect(await statusOf({ host: 'localhost:3000', origin }, local)).toBe(403);
  });

  test('is reached by other names, and called by other pages, that are allowed', async () => {
    const options = {
      ...local,
      allowedHosts: ['Tools.example.com', 'dev.example.com:8080'],
      allowedOrigins: ['https://App.example.com'],
    };
    const origin = 'https://app.example.com';
    expect(await statusOf({ host: 'tools.example.com', origin }, options)).toBe(200);
    expect(await statusOf({ host: 'tools.example.com:443', origin }, options)).toBe(200);
    expect(await statusOf({ host: 'dev.example.com:8080' }, options)).toBe(200);
    expect(await statusOf({ host: 'dev.example.com:8081' }, options)).toBe(403);
    expect(await statusOf({ host: 'localhost' }, options)).toBe(200);
    expect(await statusOf({ host: 'localhost', origin: 'http://app.example.com' }, options)).toBe(403);
    expect(
      await statusOf({ host: 'localhost', origin: 'https://any.example' }, { ...local, allowedOrigins: '*' }),
    ).toBe(200);
  });
});

describe('a server elsewhere', () => {
  test('is reached by any name, and called by its own pages and those that are allowed', async () => {
    const host = 'tools.example.com';
    expect(await statusOf({ host })).toBe(200);
    expect(await statusOf({ host, origin: 'https://tools.example.com' }, { isLoopback: false })).toBe(200);
    expect(await statusOf({ host, origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf({ host, origin: 'http://localhost' })).toBe(403);
    expect(await statusOf({ host, origin: 'null' })).toBe(403);
    expect(await statusOf({ host: undefined, origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf({ host, origin: 'https://evil.example' }, { allowedOrigins: ['https://evil.example'] })).toBe(
      200,
    );
  });

  test('is reached by the names that are allowed, where some are', async () => {
    const options = { allowedHosts: ['tools.example.com'] };
    expect(await statusOf({ host: 'tools.example.com:8443' }, options)).toBe(200);
    expect(await statusOf({ host: 'localhost' }, options)).toBe(403);
    expect(await statusOf({ host: undefined }, options)).toBe(403);
  });
});

test('clients of the era before are held to the same', async () => {
  const [value, sent] = legacy('2025-11-25', 'ping');
  const headers = { ...sent.headers, host: 'localhost', origin: 'http://evil.example' };
  const { status, message } = await createEndpoint(createTestService([])).post(value, { headers, isLoopback: true });
  expect([status, 'id' in message]).toEqual([403, false]);
});
