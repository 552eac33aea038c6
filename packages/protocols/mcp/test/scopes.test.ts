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
  test('runs if its caller has the scopes', async () => {
    const { status, message } = await post(request, { ...ada, scopes: ['orders:write', 'orders:read'] });
    expect([status, message.result]).toEqual([
      200,
      expect.objectContaining({ content: [{ type: 'text', text: 'written' }] }),
    ]);
  });

  test('is 403 with all required scopes and the metadata URL, as clients need for step-up', async () => {
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

  test('is 401 for an anonymous caller with basic and required scopes', async () => {
    const { status, headers, message } = await post(request);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(`Bearer ${metadata}, scope="openid orders:read orders:write"`);
    expect(message).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32600,
        message: "Tool 'Orders_Write' requires an authenticated caller",
        data: { code: 'unauthenticated', scopes: ['orders:read', 'orders:write'] },
      },
    });
  });
});

/** User agents of clients. */
const agents = [
  'openai-mcp/1.0.0',
  'Mozilla/5.0 ChatGPT-User/1.0',
  'Claude-User',
  'claude-code/2.1',
  'vscode/1.120',
  'node',
  '',
];

describe.each(Object.entries(requests))('over MCP %s, ChatGPT', (_, [value, options]) => {
  const ask = (challenge: 'http' | 'result' | 'auto' | undefined, agent: string | undefined, principal?: Principal) => {
    const endpoint = createEndpoint(createTestService(tools), {
      authorization: { ...authorization, ...(challenge && { challenge }) },
    });
    const headers = { ...options.headers, 'user-agent': agent };
    return endpoint.post(value, { headers, ...(principal && { principal }) });
  };

  test('reads in a result that its user must sign in or grant more scopes', async () => {
    const { status, headers, message } = await ask(undefined, 'openai-mcp/1.0.0', ada);
    expect([status, headers['www-authenticate']]).toEqual([200, undefined]);
    expect(message.result).toMatchObject({
      content: [{ type: 'text', text: "Tool 'Orders_Write' needs the scopes 'orders:read' and 'orders:write'" }],
      isError: true,
      _meta: {
        'mcp/www_authenticate': [
          `Bearer error="insufficient_scope", error_description="Tool 'Orders_Write' needs the scopes 'orders:read' and 'orders:write'", ${metadata}, scope="orders:read orders:write"`,
        ],
      },
    });
    const anonymous = await ask(undefined, 'openai-mcp/1.0.0');
    expect(anonymous.status).toBe(200);
    expect(anonymous.message.result).toMatchObject({
      isError: true,
      _meta: {
        'mcp/www_authenticate': [
          `Bearer error="insufficient_scope", error_description="Tool 'Orders_Write' requires an authenticated caller", ${metadata}, scope="openid orders:read orders:write"`,
        ],
      },
    });
  });

  test.each(agents)('and other clients are refused, whatever their user agent: %j', async (agent) => {
    for (const challenge of ['http', 'result', 'auto', undefined] as const) {
      for (const [principal, status] of [
        [undefined, 401],
        [ada, 403],
      ] as const) {
        const answer = await ask(challenge, agent, principal);
        const isInResult = challenge === 'result' || (challenge !== 'http' && /openai|chatgpt/i.test(agent));
        expect(answer.status).toBe(isInResult ? 200 : status);
        expect(answer.message.result?.['isError']).toBe(isInResult ? true : undefined);
        expect(JSON.stringify(answer.message)).not.toContain('written');
      }
    }
  });
});

test('a challenge in a result contains nothing that ends its quotes', async () => {
  const answer = () => ({ kind: 'refused', code: 'unauthenticated', message: 'Say "please" \\ or\nü' }) as const;
  const endpoint = createEndpoint(createTestService(tools, { answer }), {
    authorization: { ...authorization, challenge: 'result' },
  });
  const { message } = await endpoint.post(...requests['2026-07-28']);
  expect(message.result).toMatchObject({
    _meta: { 'mcp/www_authenticate': [expect.stringContaining(`error_description="Say 'please' ' or''", `)] },
  });
});

test.each([
  ['2025-11-25', legacy('2025-11-25', 'tools/list')],
  ['2026-07-28', modern('tools/list')],
] as const)('the listing of %s includes the security schemes if clients can get tokens', async (_, request) => {
  const schemes = [{ type: 'oauth2', scopes: ['orders:read', 'orders:write'] }];
  const service = createTestService([...tools, tool('Shop.Hours', () => null)]);
  const listed = (await createEndpoint(service, { authorization }).post(request[0], request[1])).message.result?.[
    'tools'
  ];
  expect(listed).toMatchObject([
    { securitySchemes: schemes, _meta: { securitySchemes: schemes } },
    { name: 'Shop_Hours' },
  ]);
  expect((listed as object[])[1]).not.toHaveProperty('securitySchemes');
  const withoutSignIn = (await createEndpoint(service).post(request[0], request[1])).message.result;
  expect(JSON.stringify(withoutSignIn)).not.toContain('securitySchemes');
});

test('an unknown challenge option is rejected', () => {
  const wrong = { ...authorization, challenge: 'json' } as never;
  expect(() => createEndpoint(createTestService([]), { authorization: wrong })).toThrow(/'http' or 'result' or 'auto'/);
});

test('a challenge has no metadata without authorization servers', async () => {
  const [value, options] = requests['2026-07-28'];
  const { headers } = await createEndpoint(createTestService(tools)).post(value, { ...options, principal: ada });
  expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="orders:read orders:write"');
});

test("without HTTP the principal's scopes apply, and a refusal has them in its body", async () => {
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

test.each(['offline_access', 'two scopes', 'a"b'])('the scope %s is rejected', (scope) => {
  expect(() =>
    createEndpoint(createTestService([]), { authorization: { ...authorization, scopesSupported: [scope] } }),
  ).toThrow(/scopesSupported/);
});
