import { describe, expect, test } from 'vitest';
import { type McpOptions, mcp, mcpRequestHeaders } from '../src/index.ts';

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
    [{ keepAliveMs: 0 }, 'keepAliveMs'],
    [{ keepAliveMs: Number.POSITIVE_INFINITY }, 'keepAliveMs'],
  ] as readonly (readonly [McpOptions, string])[])('refuse %o, and say why', (options, reason) => {
    expect(() => mcp(options)).toThrow(reason);
  });

  test('put the endpoint where it is wanted', () => {
    expect(mcp({ path: '/v1/tools-mcp' }).routes).toMatchObject([{ path: '/v1/tools-mcp', method: 'POST', op: 'any' }]);
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
