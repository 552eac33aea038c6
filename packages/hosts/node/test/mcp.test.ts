import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { defineTool } from '@toolwire/core';
import { type McpOptions, mcp } from '@toolwire/mcp';
import { createToolServer, type RequestVerifier, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ListeningServer, listen } from '../src/index.ts';

const number = (description: string) => ({ type: 'number', description });
const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: { type: 'object', properties: { a: number('The first.'), b: number('The second.') }, required: ['a', 'b'] },
  output: { type: 'number' },
  run: (input) => Number(input['a']) + Number(input['b']),
});

const seen: string[] = [];
const slow = defineTool({
  id: 'Test.Slow',
  version: '1.0.0',
  description: 'Reports, and goes on until its caller leaves.',
  run: (_, { progress, signal }) => {
    progress(1, 2, 'half');
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        seen.push('aborted');
        resolve('stopped');
      });
    });
  },
});

let tools: ToolServer;
let listening: ListeningServer | undefined;

async function start(options: McpOptions = {}, more: { readonly auth?: RequestVerifier } = {}): Promise<void> {
  tools = createToolServer({
    tools: [add, slow],
    wires: [mcp(options)],
    validator: ajv(),
    logger: silentLogger,
    limits: { bodyBytes: 10_000 },
    ...more,
  });
  listening = await listen(tools, 0);
}

afterEach(async () => {
  await listening?.close({ deadlineMs: 50 });
  listening = undefined;
  seen.length = 0;
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function open({ method = 'POST', path = '/mcp', headers = {}, body }: Sent): Promise<IncomingMessage> {
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  return new Promise((resolve, reject) => {
    const sending = httpRequest({ host: '127.0.0.1', port: listening?.port, method, path, headers: all }, resolve);
    sending.on('error', reject);
    sending.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

async function send(sent: Sent): Promise<Answer> {
  const response = await open(sent);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** A request of 2026-07-28. */
function modern(method: string, params: Readonly<Record<string, unknown>> = {}, meta: object = {}): Sent {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  };
  const { name } = params;
  const named = typeof name === 'string' ? { 'mcp-name': name } : {};
  return {
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
  };
}

const sum = { name: 'Calculator_Add', arguments: { a: 1, b: 2 } };

describe('MCP over node:http', () => {
  test('serves clients of 2026-07-28 and of the previous era at one URL', async () => {
    await start();
    const now = await send(modern('tools/call', sum));
    expect([now.status, now.headers['content-type']]).toEqual([200, 'application/json']);
    expect(JSON.parse(now.body)).toMatchObject({ id: 1, result: { resultType: 'complete', structuredContent: 3 } });

    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const begun = await send({ body: { jsonrpc: '2.0', id: 1, method: 'initialize', params } });
    expect(JSON.parse(begun.body)).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    const headers = { 'mcp-protocol-version': '2025-06-18' };
    const done = await send({ headers, body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
    expect([done.status, done.body]).toEqual([202, '']);
    const before = await send({ headers, body: { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: sum } });
    expect(JSON.parse(before.body)).toMatchObject({ id: 'a', result: { structuredContent: { result: 3 } } });
  });

  test.each(['GET', 'PATCH', 'PUT', 'HEAD'])('has no %s at its URL (MCP-HTTP-01, MCP-HTTP-06)', async (method) => {
    await start();
    const { status, headers, body } = await send({ method });
    expect([status, headers.allow]).toEqual([405, 'POST, DELETE, OPTIONS']);
    if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
  });

  test.each([
    ['no JSON', { body: '{' }, 400, -32700],
    ['nothing', {}, 400, -32700],
    ['another type', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415, -32600],
    ['too much', { body: JSON.stringify('x'.repeat(10_001)) }, 413, -32600],
    ['too deep', { body: `${'['.repeat(100)}${']'.repeat(100)}` }, 400, -32600],
  ])('refuses a body that is %s', async (_, sent, status, code) => {
    await start();
    const answer = await send(sent);
    expect([answer.status, (JSON.parse(answer.body) as { error: { code: number } }).error.code]).toEqual([
      status,
      code,
    ]);
  });

  test('rejects a page that points its own hostname here', async () => {
    await start();
    const evil = { host: 'evil.example', origin: 'http://evil.example' };
    const sent = modern('tools/call', sum);
    expect((await send({ ...sent, headers: { ...sent.headers, ...evil } })).status).toBe(403);
    const { port } = listening ?? {};
    const local = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    expect((await send({ ...sent, headers: { ...sent.headers, ...local } })).status).toBe(200);
  });

  test('streams progress immediately, and is canceled by a client that closes the stream', async () => {
    await start();
    const response = await open(modern('tools/call', { name: 'Test_Slow' }, { progressToken: 't' }));
    expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    const [chunk] = await new Promise<readonly [Buffer]>((resolve) =>
      response.once('data', (data: Buffer) => resolve([data])),
    );
    expect(chunk.toString()).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"total":2,"message":"half"}}\n\n',
    );
    expect(seen).toEqual([]);
    response.destroy();
    await vi.waitFor(() => expect(seen).toEqual(['aborted']));
  });

  test('notifies listening clients of changed tools, and of its end', async () => {
    await start();
    const response = await open(modern('subscriptions/listen', { notifications: { toolsListChanged: true } }));
    const all = text(response);
    tools.replaceTools([add]);
    // Long before the deadline for calls that run.
    await listening?.close({ deadlineMs: 15_000 });
    listening = undefined;
    const methods = (await all)
      .split('\n\n')
      .flatMap((event) => /"method":"([^"]+)"|"resultType":"complete"/.exec(event)?.[0] ?? []);
    expect(methods).toEqual([
      '"method":"notifications/subscriptions/acknowledged"',
      '"method":"notifications/tools/list_changed"',
      '"resultType":"complete"',
    ]);
  });

  test('sends keep-alives on an idle stream', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await start();
    const response = await open(modern('subscriptions/listen', { notifications: {} }));
    let got = '';
    response.on('data', (data: Buffer) => {
      got += data.toString();
    });
    await vi.waitFor(() => expect(got).toContain('acknowledged'));
    for (const comments of [/\n\n:\n\n$/, /\n\n:\n\n:\n\n$/]) {
      vi.advanceTimersByTime(15_000);
      await vi.waitFor(() => expect(got).toMatch(comments));
    }
    response.destroy();
  });

  test('sends callers without a token to the authorization server', async () => {
    const resource = 'https://tools.example.com/mcp';
    const auth: RequestVerifier = {
      scheme: 'bearer',
      challenge: 'Bearer realm="tools"',
      verify: () => ({ state: 'absent' }),
    };
    await start({ authorization: { resource, authorizationServers: ['https://login.example.com'] } }, { auth });
    const refused = await send(modern('tools/call', sum));
    const metadata = 'https://tools.example.com/.well-known/oauth-protected-resource/mcp';
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      `Bearer realm="tools", resource_metadata="${metadata}"`,
    ]);
    for (const path of ['/.well-known/oauth-protected-resource', new URL(metadata).pathname]) {
      const { status, headers, body } = await send({ method: 'GET', path });
      expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
      expect(JSON.parse(body)).toMatchObject({ resource, authorization_servers: ['https://login.example.com'] });
    }
  });

  test('ANS-07: responds to any method with the challenge for an unauthenticated caller, and otherwise with 405', async () => {
    const challenge = 'Bearer realm="tools"';
    const auth: RequestVerifier = {
      scheme: 'bearer',
      challenge,
      verify: (request) =>
        request.header('authorization') === 'Bearer good'
          ? { state: 'accepted', principal: { id: 'ada' } }
          : { state: request.header('authorization') === undefined ? 'absent' : 'rejected' },
    };
    await start({}, { auth });
    for (const method of ['GET', 'PUT', 'PATCH']) {
      for (const sent of [{}, { authorization: 'Bearer bad' }]) {
        const refused = await send({ method, path: '/mcp', headers: { accept: 'text/event-stream', ...sent } });
        expect([method, refused.status, refused.headers['www-authenticate']]).toEqual([method, 401, challenge]);
      }
      const told = await send({ method, path: '/mcp', headers: { authorization: 'Bearer good' } });
      expect([method, told.status, told.headers.allow]).toEqual([method, 405, 'POST, DELETE, OPTIONS']);
    }
  });

  test('runs calls for the authenticated caller', async () => {
    const auth: RequestVerifier = {
      scheme: 'bearer',
      verify: (request) =>
        request.header('authorization') === 'Bearer good'
          ? { state: 'accepted', principal: { id: 'ada' } }
          : { state: 'rejected' },
    };
    await start({}, { auth });
    const sent = modern('tools/list');
    const answer = await send({ ...sent, headers: { ...sent.headers, authorization: 'Bearer good' } });
    expect(JSON.parse(answer.body)).toMatchObject({ result: { cacheScope: 'private' } });
    expect((await send(sent)).status).toBe(401);
  });

  test('still responds during shutdown, but accepts no calls', async () => {
    await start();
    tools.stop.refuse();
    const { status, headers, body } = await send(modern('tools/call', sum));
    expect([status, headers['retry-after']]).toEqual([200, '1']);
    expect(JSON.parse(body)).toMatchObject({
      error: { code: -32603, data: { code: 'unavailable', retry_after_ms: 1000 } },
    });
    expect((await send(modern('server/discover'))).status).toBe(200);
  });
});
