import { describe, expect, test } from 'vitest';
import { type McpOptions, mcp } from '../src/index.ts';

const resource = 'https://tools.example.com/mcp';

describe('the options', () => {
  test.each([
    [{ path: 'mcp' }, "path of mcp() must start with '/'"],
    [{ path: '/mcp/' }, "path of mcp() must start with '/'"],
    [{ path: '/' }, "path of mcp() must start with '/'"],
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: Number.NaN }, 'pageSize'],
    [{ ttlMs: -1 }, 'ttlMs'],
    [{ ttlMs: 1.5 }, 'ttlMs'],
    [{ stateSecret: 'short' }, '32 random characters'],
    [{ stateSecret: ['a secret of 32 characters or more', 'short'] }, '32 random characters'],
    [{ stateSecret: [] as never }, '32 random characters'],
    [{ pageSize: 2.5 }, 'pageSize'],
    [{ stateTtlMs: Number.NaN }, 'stateTtlMs'],
    [{ stateTtlMs: -5 }, 'stateTtlMs'],
    [{ stateTtlMs: Number.POSITIVE_INFINITY }, 'stateTtlMs'],
    [{ maxListeners: Number.NaN }, 'maxListeners'],
    [{ maxListeners: -1 }, 'maxListeners'],
    [{ maxListeners: 1.5 }, 'maxListeners'],
    [{ allowedOrigins: ['app.example.com'] }, 'origins as browsers send them'],
    [{ allowedOrigins: ['https://'] }, 'origins as browsers send them'],
    [{ allowedOrigins: ['https://app.example.com/'] }, "browsers send them: 'https://app.example.com',"],
    [{ allowedOrigins: ['https://app.example.com:443'] }, "browsers send them: 'https://app.example.com',"],
    [{ allowedOrigins: ['https://b\u00fccher.example'] }, "browsers send them: 'https://xn--bcher-kva.example',"],
    [{ allowedOrigins: ['*'] }, "allowedOrigins: '*'"],
    [{ allowedOrigins: ['null'] }, 'sandboxed'],
    [{ authorization: { resource, authorizationServers: [] as never } }, 'authorizationServers'],
    [{ authorization: { resource, authorizationServers: ['login.example.com'] } }, "got 'login.example.com'."],
    [{ authorization: { resource, authorizationServers: [undefined as never] } }, 'got undefined. (TW_OPTION_URL)'],
    [{ authorization: { resource } as never }, 'got undefined. (TW_OPTION_URL)'],
    [
      { authorization: { resource, authorizationServers: 'https://login.example.com' as never } },
      "got 'https://login.example.com'. (TW_OPTION_URL)",
    ],
    [
      { authorization: { resource, authorizationServers: ['https://a.example'], scopesSupported: ['a b'] } },
      'one scope',
    ],
    [{ versions: 'newest' as never }, 'versions'],
    [{ schemas: 'plain' as never }, 'schemas'],
  ] as readonly (readonly [McpOptions, string])[])('reject %o with a reason', (options, reason) => {
    expect(() => mcp(options)).toThrow(reason);
  });

  test('accept origins', () => {
    const allowedOrigins = ['https://App.example.com', 'http://[::1]:5173', 'chrome-extension://abc'];
    expect(() => mcp({ allowedOrigins })).not.toThrow();
    expect(() => mcp({ allowedOrigins: '*', maxListeners: Number.POSITIVE_INFINITY, stateTtlMs: 1 })).not.toThrow();
  });

  test('set the path of the endpoint', () => {
    const path = '/v1/tools-mcp';
    expect(mcp({ path }).routes).toMatchObject([
      { path, method: 'POST', op: 'any' },
      { path, method: 'DELETE', op: 'any' },
    ]);
    expect(mcp().name).toBe('mcp');
  });
});
