import { describe, expect, test } from 'vitest';
import { type McpOptions, mcp, mcpRequestHeaders } from '../src/index.ts';

const resource = 'https://tools.example.com/mcp';

describe('the options', () => {
  test.each([
    [{ path: 'mcp' }, 'a path starts with'],
    [{ path: '/mcp/' }, 'a path starts with'],
    [{ path: '/' }, 'a path starts with'],
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: Number.NaN }, 'pageSize'],
    [{ ttlMs: -1 }, 'ttlMs'],
    [{ ttlMs: 1.5 }, 'ttlMs'],
    [{ stateSecret: 'short' }, '32 characters'],
    [{ pageSize: 2.5 }, 'pageSize'],
    [{ stateTtlMs: Number.NaN }, 'stateTtlMs'],
    [{ stateTtlMs: -5 }, 'stateTtlMs'],
    [{ stateTtlMs: Number.POSITIVE_INFINITY }, 'stateTtlMs'],
    [{ maxListeners: Number.NaN }, 'maxListeners'],
    [{ maxListeners: -1 }, 'maxListeners'],
    [{ maxListenersPerCaller: 1.5 }, 'maxListenersPerCaller'],
    [{ allowedOrigins: ['app.example.com'] }, 'no origin'],
    [{ allowedOrigins: ['https://'] }, 'no origin'],
    [{ allowedOrigins: ['https://app.example.com/'] }, "write 'https://app.example.com'"],
    [{ allowedOrigins: ['https://app.example.com:443'] }, "write 'https://app.example.com'"],
    [{ allowedOrigins: ['https://b\u00fccher.example'] }, "write 'https://xn--bcher-kva.example'"],
    [{ allowedOrigins: ['*'] }, "allowedOrigins: '*'"],
    [{ allowedOrigins: ['null'] }, 'sandboxed'],
    [{ allowedHosts: ['http://x.com'] }, 'no host'],
    [{ allowedHosts: ['*.example.com'] }, 'no host'],
    [{ allowedHosts: [''] }, 'no host'],
    [{ authorization: { resource, authorizationServers: [] as never } }, 'authorizationServers'],
    [{ authorization: { resource, authorizationServers: ['login.example.com'] } }, 'login.example.com'],
    [
      { authorization: { resource, authorizationServers: ['https://a.example'], scopesSupported: ['a b'] } },
      'one scope',
    ],
    [{ keepAliveMs: 0 }, 'keepAliveMs'],
    [{ keepAliveMs: Number.POSITIVE_INFINITY }, 'keepAliveMs'],
  ] as readonly (readonly [McpOptions, string])[])('refuse %o, and say why', (options, reason) => {
    expect(() => mcp(options)).toThrow(reason);
  });

  test('take what hosts and origins are called', () => {
    const allowedHosts = ['tools.example.com', 'Localhost:3000', '[::1]:8080', 'my_host', '10.0.0.1'];
    const allowedOrigins = ['https://App.example.com', 'http://[::1]:5173', 'chrome-extension://abc'];
    expect(() => mcp({ allowedHosts, allowedOrigins })).not.toThrow();
    expect(() => mcp({ allowedOrigins: '*', maxListeners: Number.POSITIVE_INFINITY, stateTtlMs: 1 })).not.toThrow();
  });

  test('put the endpoint where it is wanted', () => {
    const path = '/v1/tools-mcp';
    expect(mcp({ path }).routes).toMatchObject([
      { path, method: 'POST', op: 'any' },
      { path, method: 'DELETE', op: 'any' },
    ]);
    expect(mcp().name).toBe('mcp');
  });
});

test('the headers that pages send are named for whoever configures CORS', () => {
  expect(mcpRequestHeaders).toEqual(
    expect.arrayContaining([
      'content-type',
      'accept',
      'authorization',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
    ]),
  );
});
