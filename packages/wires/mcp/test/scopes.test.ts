import type { Principal } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { connect, enveloped } from './support/connection.ts';
import { createEndpoint, legacy, modern } from './support/http.ts';
import { createTestService } from './support/service.ts';
import { tool } from './support/tools.ts';

const authorization = {
  resource: 'https://tools.example.com/v1/mcp',
  authorizationServers: ['https://login.example.com'],
  scopesSupported: ['openid', 'orders:read'],
} as const;
const metadata = 'resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/v1/mcp"';
const tools = [tool('Orders.Write', () => 'written', { scopes: ['orders:read', 'orders:write'] })];
const call = { name: 'Orders_Write', arguments: {} };
const requests = {
  '2025-11-25': legacy('2025-11-25', 'tools/call', call),
  '2026-07-28': modern('tools/call', call),
} as const;
const ada: Principal = { id: 'ada', scopes: ['orders:read'] };

const post = ([value, options]: (typeof requests)[keyof typeof requests], principal?: Principal) => {
  const endpoint = createEndpoint(createTestService(tools), { authorization });
  return endpoint.post(value, { ...options, ...(principal && { principal }) });
};

describe.each(Object.entries(requests))('over MCP %s, a call of a tool with scopes', (_, request) => {
  test('is answered where its caller has been granted them', async () => {
    const { status, message } = await post(request, { ...ada, scopes: ['orders:write', 'orders:read'] });
    expect([status, message.result]).toEqual([
      200,
      expect.objectContaining({ content: [{ type: 'text', text: 'written' }] }),
    ]);
  });

  test('is refused with 403, all the scopes that it needs, and where to get a token, as clients need it to step up', async () => {
    const { status, headers, message } = await post(request, ada);
    expect(status).toBe(403);
    expect(headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", scope="orders:read orders:write", ${metadata}`,
    );
    expect(message).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32600,
        message: "Tool 'Orders_Write' needs the scopes 'orders:read' and 'orders:write'",
        data: { code: 'insufficient_scope', scopes: ['orders:read', 'orders:write'] },
      },
    });
  });

  test('is refused with 401 to a caller whom nobody knows, with what the basics need and what it needs', async () => {
    const { status, headers, message } = await post(request);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(`Bearer ${metadata}, scope="openid orders:read orders:write"`);
    expect(message).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32600,
        message: "Tool 'Orders_Write' needs a caller who has signed in",
        data: { code: 'unauthenticated', scopes: ['orders:read', 'orders:write'] },
      },
    });
  });
});

test('a challenge leads nowhere where nobody has said where tokens come from', async () => {
  const [value, options] = requests['2026-07-28'];
  const { headers } = await createEndpoint(createTestService(tools)).post(value, { ...options, principal: ada });
  expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="orders:read orders:write"');
});

test('without HTTP the scopes are those of whoever is at the other end, and a refusal tells them in its body', async () => {
  const ask = (principal?: Principal) =>
    connect(createTestService(tools), { ...(principal && { principal }) }).request('tools/call', enveloped(call));
  expect((await ask()).error).toMatchObject({ data: { code: 'unauthenticated' } });
  expect((await ask(ada)).error).toMatchObject({
    message: "Tool 'Orders_Write' needs the scopes 'orders:read' and 'orders:write'",
    data: { code: 'insufficient_scope', scopes: ['orders:read', 'orders:write'] },
  });
  expect((await ask({ ...ada, scopes: ['orders:read', 'orders:write'] })).result).toMatchObject({
    content: [{ text: 'written' }],
  });
});

test.each(['offline_access', 'two scopes', 'a"b'])('nobody is told to ask for %s', (scope) => {
  expect(() =>
    createEndpoint(createTestService([]), { authorization: { ...authorization, scopesSupported: [scope] } }),
  ).toThrow(/scopesSupported/);
});
