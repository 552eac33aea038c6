import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { arcade } from '@toolwire/arcade';
import type { Verifier } from '@toolwire/auth';
import { defineTool, type InputAnswer, type InputRequest } from '@toolwire/core';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger } from '@toolwire/server';
import { createTasks } from '@toolwire/tasks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wires } from '../src/cross-wire/wires.ts';
import { hosts } from '../src/hosts.ts';
import type { RunningServer } from '../src/listen-on.ts';

const open = defineTool({ id: 'Shop.Hours', version: '1.0.0', description: 'Tells when.', run: () => 'from nine' });
const closed = defineTool({ ...open, id: 'Shop.Orders', scopes: ['orders:read'], run: () => 'CANARY-of-ada' });
const lasting = defineTool({ ...closed, id: 'Shop.Audit', taskSupport: 'optional' });

/** The bearer is Ada, with these scopes. */
const tokens: Readonly<Record<string, readonly string[]>> = { 'Bearer ada': ['orders:read'], 'Bearer eve': [] };
const verifier: Verifier = {
  scheme: 'bearer',
  header: 'authorization',
  verify: (credentials) => {
    const sent = credentials.header('authorization');
    if (sent === undefined) return { state: 'absent' };
    const scopes = tokens[sent];
    return scopes === undefined ? { state: 'rejected' } : { state: 'accepted', principal: { id: sent, scopes } };
  },
};
const authorization = {
  resource: 'https://tools.example.com/mcp',
  authorizationServers: ['https://login.example.com'],
} as const;
const tools = createToolServer({
  tools: [open, closed, lasting],
  wires: [otc(), mcp({ authorization }), arcade()],
  tasks: createTasks<InputRequest, InputAnswer>(),
  auth: { anonymous: true, verifier },
  logger: silentLogger,
});

/** What clients call themselves, and what one might pretend to be. */
const agents = [
  'openai-mcp/1.0.0',
  'ChatGPT',
  'Claude-User',
  'claude-code/2.1 (cli)',
  'vscode/1.120',
  'arcade-engine',
  'Bearer ada',
  'anonymous',
  '*',
  'x',
];

describe.each(Object.entries(hosts))('a server with open tools on %s', (_, start) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start(tools);
  });
  afterAll(() => server.close());

  const post = (name: string, headers: Record<string, string>, params: object = {}) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, ...params } }),
    });

  test.each(Object.entries(wires))(
    'runs open tools, and requires credentials for other tools: %s',
    async (_wire, { call }) => {
      expect((await call(server.url, 'Shop.Hours', {})).result).toEqual({ kind: 'value', value: 'from nine' });
      const refused = await call(server.url, 'Shop.Orders', {});
      expect(refused.result).toMatchObject({
        kind: 'refused',
        message: "Tool 'Shop_Orders' requires an authenticated caller",
      });
    },
  );

  test('can be used by an official client without a token for open tools', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const listed = await client.listTools();
    expect(listed.tools.map(({ name, _meta }) => [name, _meta?.['securitySchemes']])).toEqual([
      ['Shop_Hours', [{ type: 'noauth' }]],
      ['Shop_Orders', [{ type: 'oauth2', scopes: ['orders:read'] }]],
      ['Shop_Audit', [{ type: 'oauth2', scopes: ['orders:read'] }]],
    ]);
    const { content } = await client.callTool({ name: 'Shop_Hours' });
    expect(content).toEqual([{ type: 'text', text: 'from nine' }]);
    await expect(client.callTool({ name: 'Shop_Orders' })).rejects.toThrow(/requires an authenticated caller/);
    await client.close();
  });

  test('starts no task for an unauthorized caller, and requires credentials over HTTP as without a task', async () => {
    const begin = (authorized?: string) =>
      post('Shop_Audit', authorized === undefined ? {} : { authorization: authorized }, { task: {} });
    expect((await begin()).status).toBe(401);
    expect((await begin('Bearer eve')).status).toBe(403);
    const begun = await begin('Bearer ada');
    expect([begun.status, await begun.json()]).toMatchObject([
      200,
      { result: { task: { taskId: expect.any(String) as string } } },
    ]);
  });

  test.each(agents)('opens nothing based on the client name: %s', async (agent) => {
    for (const [authorized, status] of [
      [undefined, 401],
      ['Bearer eve', 403],
      ['Bearer nobody', 401],
    ] as const) {
      const headers = { 'user-agent': agent, ...(authorized !== undefined && { authorization: authorized }) };
      const answer = await post('Shop_Orders', headers);
      const text = await answer.text();
      expect(text).not.toContain('CANARY');
      const inResult = /openai|chatgpt/i.test(agent) && authorized !== 'Bearer nobody';
      expect(answer.status).toBe(inResult ? 200 : status);
      expect(text.includes('"isError":true')).toBe(inResult);
      expect(text.includes('mcp/www_authenticate')).toBe(inResult);
    }
    const own = await post('Shop_Orders', { 'user-agent': agent, authorization: 'Bearer ada' });
    expect(await own.text()).toContain('CANARY-of-ada');
  });
});

describe.each(Object.entries(hosts))('a server whose issuer is unavailable, on %s', (_, start) => {
  const away = createToolServer({
    tools: [open],
    wires: [otc(), mcp({ authorization }), arcade()],
    auth: {
      anonymous: true,
      verifier: { ...verifier, verify: () => ({ state: 'rejected', reason: 'keys_unavailable' }) },
    },
    logger: silentLogger,
  });
  let server: RunningServer;
  beforeAll(async () => {
    server = await start(away);
  });
  afterAll(() => server.close());

  // OTC-CALL-07: over Open Tool Calling every refusal is a 400.
  test.each([
    ['POST', '/mcp', 503],
    ['GET', '/mcp', 503],
    ['GET', '/tools', 400],
    ['POST', '/tools/call', 400],
    ['POST', '/tools/execute', 503],
  ])('rejects every token without a new sign-in, and with a retry delay: %s %s', async (method, path, status) => {
    const { status: answered, headers } = await fetch(server.url + path, {
      method,
      headers: { authorization: 'Bearer ada', 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
    expect([answered, headers.get('retry-after'), headers.get('www-authenticate')]).toEqual([status, '10', null]);
  });
});
