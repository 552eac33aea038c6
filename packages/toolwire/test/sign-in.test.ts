import { apiKey } from '@toolwire/auth';
import { createMemoryVaultStore, createSignIn, createTokenVault, type Tokens } from '@toolwire/sign-in';
import { signInRequirements, signInWire } from '@toolwire/sign-in/stage';
import { describe, expect, test } from 'vitest';
import { defineTool, type ToolwireOptions, toolwire } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const canary = 'canary-of-an-access-token';
const tokens: Tokens = { accessToken: canary, scopes: ['notes:read'], signedInAt: 0 };
const place = { owner: ':ada', provider: 'notes' };
const key = 'a'.repeat(32);
const address = /^https:\/\/tools\.example\/oauth\/start\?ticket=[\w.-]+$/;
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const anAddress = matching(address);
const anyText: unknown = expect.any(String);
const something: unknown = expect.anything();

/** A server whose tool needs a token of another service, called by ada. */
function start(options: Pick<ToolwireOptions, 'auth'> = { auth: apiKey({ keys: { ada: key } }) }) {
  const vault = createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store: createMemoryVaultStore() });
  const signIn = createSignIn({
    publicUrl: 'https://tools.example',
    vault,
    providers: { notes: { issuer: 'http://127.0.0.1:9', clientId: 'tools' } },
  });
  const tool = defineTool({
    id: 'Notes.Count',
    version: '1.0.0',
    description: 'Counts notes.',
    requirements: { authorization: [{ id: 'notes', oauth2: { scopes: ['notes:read'] } }] },
    run: (_input, { token }) => token('notes')?.length ?? 0,
  });
  const { records, logger } = recordingLogger();
  const server = toolwire({
    tools: [tool],
    allowedHosts: ['tools.example'],
    logger,
    requirements: signInRequirements(signIn),
    wires: [signInWire(signIn)],
    ...options,
  });
  const post = (path: string, body: object, headers = {}) =>
    send(
      server,
      hostRequest('POST', path, body, {
        'otc-api-key': key,
        host: 'tools.example',
        accept: 'application/json, text/event-stream',
        ...headers,
      }),
    );
  const call = () => post('/tools/call', { request: { tool_id: 'Notes.Count', input: {} } });
  return { server, vault, signIn, records, post, call };
}

/** An MCP call of a current client that declares whether it can open pages. */
function mcpCall(era: 'legacy' | 'modern', canOpen: boolean): readonly [object, object] {
  const elicitation = canOpen ? { url: {} } : { form: {} };
  const params = { name: 'Notes_Count', arguments: {} };
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  if (era === 'legacy') return [request, { 'mcp-protocol-version': canOpen ? '2025-11-25' : '2025-06-18' }];
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation },
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'Notes_Count' };
  return [{ ...request, params: { ...params, _meta: meta } }, headers];
}

describe('a tool whose user has not signed in', () => {
  test('over Open Tool Calling gets a 400 with the URL (OXP-CH-01)', async () => {
    const { status, json } = await start().call();
    expect(status).toBe(400);
    expect(json).toMatchObject({
      message: "Tool 'Notes_Count' needs authorization for 'notes'",
      missing_requirements: {
        authorization: [{ id: 'notes', url: anAddress, check_url: anyText }],
      },
    });
  });

  test('over Arcade gets requires_authorization', async () => {
    const { post } = start();
    const body = { tool: { name: 'Count', toolkit: 'Notes', version: '1.0.0' }, inputs: {}, context: {} };
    const { json } = await post('/worker/tools/invoke', body);
    expect(json).toMatchObject({
      output: {
        requires_authorization: { authorization_url: anAddress, status: 'pending' },
      },
    });
  });

  test('over MCP opens a page if the client supports it, and otherwise describes the sign-in', async () => {
    const { post } = start();
    const [legacy, legacyInWords, modern, modernInWords] = await Promise.all([
      post('/mcp', ...mcpCall('legacy', true)),
      post('/mcp', ...mcpCall('legacy', false)),
      post('/mcp', ...mcpCall('modern', true)),
      post('/mcp', ...mcpCall('modern', false)),
    ]);
    const page = { mode: 'url', elicitationId: anyText, url: anAddress };
    expect(legacy.json).toMatchObject({ error: { code: -32042, data: { elicitations: [page] } } });
    expect(modern.json).toMatchObject({
      result: { resultType: 'input_required', inputRequests: { 'authorization:notes': { params: page } } },
    });
    for (const { json } of [legacyInWords, modernInWords]) {
      expect(json).toMatchObject({
        result: {
          isError: true,
          content: [{ text: matching(/the user opens https:\/\/tools\.example/) }],
        },
      });
    }
  });

  test('continues after the sign-in, and the token is in no response and no log', async () => {
    const { vault, call, records, signIn } = start();
    expect((await call()).status).toBe(400);
    await vault.store(place, tokens);
    const { status, json } = await call();
    expect([status, json]).toMatchObject([200, { result: { success: true, value: canary.length } }]);
    expect(JSON.stringify([json, records])).not.toContain(canary);
    expect(await signIn.forget({ id: 'ada' }, 'notes')).toBe('forgotten');
    expect((await call()).status).toBe(400);
  });

  test('is requested again after a token without a refresh token has expired, and refused as unavailable if it cannot be refreshed', async () => {
    const { vault, call } = start();
    await vault.store(place, { ...tokens, expiresAt: 1 });
    expect((await call()).json).toMatchObject({ missing_requirements: something });
    await vault.store(place, { ...tokens, expiresAt: 1, refreshToken: 'refresh' });
    const { status, json } = await call();
    expect(status).toBe(400);
    expect(json).toMatchObject({ message: matching(/'notes' is unavailable$/) });
    expect(json).not.toHaveProperty('missing_requirements');
  });
});

test('a call of an anonymous caller is refused with the reason, and no URL', async () => {
  const { status, json } = await start({}).call();
  expect(status).toBe(400);
  expect(json['message']).toBe(
    "Tool 'Notes_Count' needs authorization for 'notes': sign-in needs an authenticated caller, and this call has no credentials",
  );
  expect(JSON.stringify(json)).not.toContain('https://');
});

test('the pages of a sign-in need no credentials, and accept only GET', async () => {
  const { server } = start();
  const open = async (method: string, path: string) => (await server.handle(hostRequest(method, path)))?.status;
  expect(await open('GET', '/oauth/start')).toBe(403);
  expect(await open('GET', '/oauth/callback/notes')).toBe(403);
  expect(await open('GET', '/oauth/status')).toBe(404);
  expect(await open('POST', '/oauth/callback/notes')).toBe(405);
});
