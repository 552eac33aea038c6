import type { RefusedOutcome } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { type McpOptions, mcp } from '../src/index.ts';
import { createEndpoint } from './support/http.ts';
import { createTestService } from './support/service.ts';

const authorization = {
  resource: 'https://tools.example.com/v1/mcp',
  authorizationServers: ['https://login.example.com'],
  scopesSupported: ['tools:read', 'tools:call'],
} as const;

function refuse(refusal: Partial<RefusedOutcome>, options: McpOptions = { authorization }) {
  const [route] = mcp(options).routes;
  if (route === undefined) throw new Error('No route');
  return route.refuse({
    kind: 'refused',
    code: 'unauthenticated',
    message: 'Valid credentials are required',
    ...refusal,
  });
}

function jsonOf(body: unknown): unknown {
  return JSON.parse(typeof body === 'string' ? body : 'null');
}

describe('protected resource metadata', () => {
  test('is public at both well-known URLs (MCP-AUTH-01)', async () => {
    const endpoint = createEndpoint(createTestService([]), { authorization });
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/v1/mcp']) {
      const { status, headers, body } = await endpoint.open(undefined, { path });
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'access-control-allow-origin': '*' });
      expect(jsonOf(body)).toEqual({
        resource: 'https://tools.example.com/v1/mcp',
        authorization_servers: ['https://login.example.com'],
        scopes_supported: ['tools:read', 'tools:call'],
        bearer_methods_supported: ['header'],
      });
    }
    expect(mcp({ authorization }).routes.map(({ admission, method }) => [method, admission])).toEqual([
      ['POST', undefined],
      ['DELETE', undefined],
      ['GET', 'own'],
      ['GET', 'own'],
    ]);
  });

  test('has one URL for a resource without a path, and no URL without authorization', () => {
    const root = { ...authorization, resource: 'https://tools.example.com' };
    expect(mcp({ authorization: root, sessions: false }).routes.map(({ path }) => path)).toEqual([
      '/mcp',
      '/.well-known/oauth-protected-resource',
    ]);
    expect(mcp({ sessions: false }).routes.map(({ path }) => path)).toEqual(['/mcp']);
  });

  test.each([
    'tools.example.com/mcp',
    '/mcp',
    'ftp://tools.example.com',
    'https://tools.example.com/mcp#a',
    'https://tools.example.com/mcp?a',
  ])('requires the URL of the endpoint: %s is invalid', (resource) => {
    expect(() => mcp({ authorization: { ...authorization, resource } })).toThrow(/public URL of the endpoint/);
  });
});

describe('a caller without valid credentials', () => {
  const metadata = 'resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/v1/mcp"';
  const pointer = `${metadata}, scope="tools:read tools:call"`;

  test.each([
    [undefined, `Bearer ${pointer}`],
    ['Bearer', `Bearer ${pointer}`],
    ['bearer realm="tools"', `Bearer realm="tools", ${pointer}`],
    ['Bearer realm="tools", error="invalid_token"', `Bearer realm="tools", error="invalid_token", ${pointer}`],
    ['ApiKey realm="tools"', `Bearer ${pointer}, ApiKey realm="tools"`],
    ['ApiKey realm="tools", Bearer', `Bearer ${pointer}, ApiKey realm="tools"`],
    [
      'Digest realm="a, Bearer b", nonce = "c",bearer a="b", Basic',
      `Bearer a="b", ${pointer}, Digest realm="a, Bearer b", nonce = "c", Basic`,
    ],
    ['Negotiate YWJj==, Bearer a=b, c=d', `Bearer a=b, c=d, ${pointer}, Negotiate YWJj==`],
    ['Bearers, BearerX a="b"', `Bearer ${pointer}, Bearers, BearerX a="b"`],
    ['Bearer, ApiKey realm="tools"', `Bearer ${pointer}, ApiKey realm="tools"`],
  ])('gets a challenge with the metadata URL: %s (MCP-AUTH-02)', (challenge, expected) => {
    const { status, headers, body } = refuse(challenge === undefined ? {} : { challenge });
    expect([status, headers['www-authenticate']]).toEqual([401, expected]);
    expect(jsonOf(body)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Valid credentials are required', data: { code: 'unauthenticated' } },
    });
  });

  test('gets the unchanged challenge without metadata', () => {
    expect(refuse({ challenge: 'Bearer' }, {}).headers).toMatchObject({ 'www-authenticate': 'Bearer' });
  });

  const refused = 'error="invalid_token", error_description="The access token is not accepted"';
  const expired = 'error="invalid_token", error_description="The access token expired"';
  test.each([
    ['Bearer', 'refused', `Bearer ${pointer}, ${refused}`, `Bearer ${refused}`],
    ['Bearer', 'expired', `Bearer ${pointer}, ${expired}`, `Bearer ${expired}`],
    [
      'ApiKey header="a", Bearer realm="t"',
      'refused',
      `Bearer realm="t", ${pointer}, ${refused}, ApiKey header="a"`,
      `Bearer realm="t", ${refused}, ApiKey header="a"`,
    ],
    ['Bearer error="mine"', 'refused', `Bearer error="mine", ${pointer}`, 'Bearer error="mine"'],
  ] as const)('gets an invalid_token error for a rejected token (ANS-08): %s, %s', (challenge, token, led, alone) => {
    expect(refuse({ challenge, token }).headers['www-authenticate']).toBe(led);
    expect(refuse({ challenge, token }, {}).headers['www-authenticate']).toBe(alone);
  });

  test.each([
    [undefined, `Bearer ${metadata}`],
    ['Bearer error="insufficient_scope"', `Bearer error="insufficient_scope", ${metadata}`],
    ['Bearer scope="a", ApiKey realm="tools"', `Bearer scope="a", ${metadata}, ApiKey realm="tools"`],
  ])('and with too few scopes gets the metadata URL in the Bearer challenge: %s', (challenge, expected) => {
    const { headers } = refuse({ code: 'insufficient_scope', ...(challenge !== undefined && { challenge }) });
    expect(headers['www-authenticate']).toBe(expected);
  });

  test('gets no other details, whatever a JavaScript verifier returns (ANS-08)', () => {
    const token = JSON.parse('"\\"\\r\\nset-cookie: a=b"') as 'refused';
    expect(refuse({ challenge: 'Bearer', token }).headers['www-authenticate']).toBe(`Bearer ${pointer}`);
  });
});

describe('a request that the server refuses before it is read', () => {
  test.each([
    ['method_not_allowed', 405],
    ['unavailable', 503],
    ['overloaded', 429],
    ['body_too_large', 413],
    ['unsupported_media_type', 415],
    ['malformed', 400],
    ['not_found', 404],
    ['internal', 500],
  ] as const)('gets its status: %s is %i', (code, status) => {
    const answer = refuse({ code, retryAfterMs: 1 });
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, '1']);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
    expect(jsonOf(answer.body)).not.toHaveProperty('id');
  });
});
