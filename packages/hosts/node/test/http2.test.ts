import { readFileSync } from 'node:fs';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { defineTool } from '@toolwire/core';
import type { HttpResponse } from '@toolwire/core/wire';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { makeCertificate } from '@toolwire/programs/certificate';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Close, closeGracefully, createNodeHandler, createNodeListener, type NodeListener } from '../src/index.ts';

/** Far beyond the time of a test, so a shutdown that waits for it never ends. */
const deadlineMs = 600_000;

const running = { now: 0, aborted: 0, abortedAt: 0 };

const echo = defineTool({
  id: 'Test.Echo',
  version: '1.0.0',
  description: 'Returns its input.',
  input: { type: 'object', properties: { text: { type: 'string', description: 'What to return.' } } },
  run: ({ text: given }) => given,
});

const slow = defineTool({
  id: 'Test.Slow',
  version: '1.0.0',
  description: 'Runs until its caller leaves.',
  timeoutMs: 20_000,
  run: async (_input, { signal }) => {
    running.now++;
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    running.now--;
    running.aborted++;
    running.abortedAt = performance.now();
    return 'aborted';
  },
});

const later = defineTool({
  id: 'Test.Later',
  version: '1.0.0',
  description: 'Takes a moment.',
  run: async () => {
    running.now++;
    await wait(400);
    running.now--;
    return 'done';
  },
});

const createTools = (): ToolServer =>
  createToolServer({
    tools: [echo, slow, later],
    wires: [otc(), mcp()],
    allowedHosts: ['tools.example'],
    validator: ajv(),
    logger: silentLogger,
  });

const certificate = makeCertificate('tools.example');
afterAll(() => certificate.remove());

const carriers: Readonly<Record<string, (listener: NodeListener) => Http2Server | Http2SecureServer>> = {
  cleartext: (listener) => createServer(listener),
  TLS: (listener) =>
    createSecureServer(
      {
        cert: readFileSync(certificate.certificatePath),
        key: readFileSync(certificate.keyPath),
        allowHTTP1: true,
      },
      listener,
    ),
};

let close: Close | undefined;
let clients: ClientHttp2Session[] = [];
const warnings: string[] = [];
const keepWarning = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);

beforeEach(() => {
  Object.assign(running, { now: 0, aborted: 0 });
  warnings.length = 0;
  process.on('warning', keepWarning);
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await close?.({ deadlineMs: 0 });
  close = undefined;
  process.off('warning', keepWarning);
});

/** Serves over HTTP/2; answers its URL. */
async function serve(listenerOf: (tools: ToolServer) => NodeListener, carrier = 'cleartext'): Promise<string> {
  const tools = createTools();
  const server = carriers[carrier]?.(listenerOf(tools)) as Http2Server | Http2SecureServer;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = closeGracefully(server, tools, { signals: false });
  return `${carrier === 'TLS' ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(url: string): ClientHttp2Session {
  const client = connect(url, { ca: certificate.text, servername: 'tools.example' }).on('error', () => undefined);
  clients.push(client);
  return client;
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function send(client: ClientHttp2Session, path: string, { headers = {}, body }: Sent = {}): ClientHttp2Stream {
  const sending = client.request({ ':path': path, ':method': body === undefined ? 'GET' : 'POST', ...headers });
  return sending.on('error', () => undefined).end(body);
}

async function answerOf(
  sending: ClientHttp2Stream,
): Promise<readonly [status: unknown, body: string, IncomingHttpHeaders]> {
  const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
    sending.on('response', resolve).on('error', reject);
  });
  return [headers[':status'], await text(sending), headers];
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const call = (id: string, input: object = {}): Sent => ({
  headers: json,
  body: JSON.stringify({ request: { tool_id: id, input } }),
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** A request of MCP 2026-07-28 whose response is a stream that stays open. */
const listening: Sent = {
  headers: { ...json, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
};

describe.each(Object.keys(carriers))('over HTTP/2 with %s', (carrier) => {
  test('tools respond, and other paths are a 404', async () => {
    const client = open(await serve(createNodeListener, carrier));
    const [status, body] = await answerOf(send(client, '/tools/call', call('Test.Echo', { text: 'there' })));
    expect([status, JSON.parse(body)]).toMatchObject([200, { result: { value: 'there' } }]);
    expect((await answerOf(send(client, '/nowhere')))[0]).toBe(404);
  });

  test('a handler accepts requests without a cast, and leaves other paths to the app', async () => {
    const listenerOf = (tools: ToolServer): NodeListener => {
      const handle = createNodeHandler(tools, {
        basePath: '/ai',
        principal: ({ headers: { authorization } }) =>
          authorization === undefined ? undefined : { id: authorization },
      });
      return (request, response) => {
        void handle(request, response).then((handled) => {
          if (handled) return;
          response.statusCode = 418;
          response.end();
        });
      };
    };
    const client = open(await serve(listenerOf, carrier));
    expect((await answerOf(send(client, '/ai/tools')))[0]).toBe(200);
    expect((await answerOf(send(client, '/tools')))[0]).toBe(418);
  });

  test('an open stream of MCP does not delay a shutdown', async () => {
    const client = open(await serve(createNodeListener, carrier));
    const stream = send(client, '/mcp', listening);
    const streaming = answerOf(stream);
    await new Promise((resolve) => stream.once('data', resolve));
    await close?.({ deadlineMs });
    expect((await streaming)[0]).toBe(200);
  });

  test('MCP reads and checks the host of a request from `:authority`', async () => {
    const url = await serve(createNodeListener, carrier);
    const client = open(url);
    const to = (authority: string, more = {}): Sent => ({
      headers: { ...json, ':authority': authority, ...more },
      body: JSON.stringify(initialize),
    });
    expect((await answerOf(send(client, '/mcp', to('tools.example'))))[0]).toBe(200);
    expect((await answerOf(send(client, '/mcp', to(new URL(url).host))))[0]).toBe(200);
    expect((await answerOf(send(client, '/mcp', to('evil.example'))))[0]).toBe(403);
    expect((await answerOf(send(client, '/mcp', to('evil.example', { host: 'tools.example' }))))[0]).toBe(403);
  });

  test('a caller that resets the stream aborts the tool within 200 ms, and an open stream does not', async () => {
    const client = open(await serve(createNodeListener, carrier));
    const staying = answerOf(send(client, '/tools/call', call('Test.Later')));
    const took: number[] = [];
    // The median, because the machine may be busy.
    for (let times = 1; times <= 5; times++) {
      const before = running.now;
      const sending = send(client, '/tools/call', call('Test.Slow'));
      await vi.waitFor(() => expect(running.now).toBe(before + 1));
      const resetAt = performance.now();
      sending.close(constants.NGHTTP2_CANCEL);
      await vi.waitFor(() => expect(running.aborted).toBe(times));
      took.push(running.abortedAt - resetAt);
    }
    expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(200);
    expect((await staying)[0]).toBe(200);
  });

  test('no response has a `connection` header, and Node prints no warning', async () => {
    const client = open(await serve(createNodeListener, carrier));
    // A body that is too large is refused while it is still being sent, and over HTTP/1.1 this ends the connection.
    const refused = send(client, '/tools/call', { headers: json, body: 'x'.repeat(3_000_000) });
    const [status, , headers] = await answerOf(refused);
    expect([status, headers['connection']]).toEqual([400, undefined]);
    await vi.waitFor(() => expect(refused.closed).toBe(true));
    const stopping = close?.({ graceMs: 200 });
    expect((await answerOf(send(client, '/tools')))[0]).toBe(200);
    await stopping;
    expect(warnings.filter((warning) => /connection header/.test(warning))).toEqual([]);
  });

  test('an open session does not delay a shutdown, which completes its calls', async () => {
    const url = await serve(createNodeListener, carrier);
    const client = open(url);
    await answerOf(send(open(url), '/tools'));
    expect((await answerOf(send(client, '/tools')))[0]).toBe(200);
    const calling = answerOf(send(client, '/tools/call', call('Test.Later')));
    await vi.waitFor(() => expect(running.now).toBe(1));
    await close?.({ deadlineMs });
    const [status, body] = await calling;
    expect([status, JSON.parse(body)]).toMatchObject([200, { result: { value: 'done' } }]);
  });
});

describe('over HTTP/2', () => {
  const stub = (answer: () => HttpResponse, writeStallMs?: number) => (): NodeListener =>
    createNodeListener({ handle: answer, writeStallMs });

  test('a stream that fails is reset, so that its reader does not consider it complete', async () => {
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('on purpose');
    };
    const client = open(await serve(stub(() => ({ status: 200, headers: {}, body: body() }))));
    const sending = send(client, '/');
    await expect(answerOf(sending)).rejects.toThrow('NGHTTP2_INTERNAL_ERROR');
    expect(sending.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR);
  });

  test('a reader that leaves ends the source of a stream', async () => {
    const ended = vi.fn();
    const body = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(64 * 1024);
      } finally {
        ended();
      }
    };
    const client = open(await serve(stub(() => ({ status: 200, headers: {}, body: body() }))));
    const sending = send(client, '/').pause();
    await wait(100);
    sending.close(constants.NGHTTP2_CANCEL);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
  });

  test('a response is complete if slow callers are never disconnected', async () => {
    const large = 'x'.repeat(3_000_000);
    const report = vi.fn();
    const handle = (): HttpResponse => ({ status: 200, headers: {}, body: large });
    const never = Number.POSITIVE_INFINITY;
    const client = open(await serve(() => createNodeListener({ handle, report, writeStallMs: never })));
    const [status, body] = await answerOf(send(client, '/'));
    expect([status, body.length]).toEqual([200, large.length]);
    expect(report).not.toHaveBeenCalled();
  });

  test('a caller that stops reading is disconnected, and a slow reader is not', async () => {
    const large = 'x'.repeat(3_000_000);
    const client = open(await serve(stub(() => ({ status: 200, headers: {}, body: large }), 300)));
    const stalled = send(client, '/').pause();
    const [status, body] = await answerOf(send(client, '/'));
    expect([status, body.length]).toEqual([200, large.length]);
    const reset = new Promise((resolve) => stalled.on('close', () => resolve(stalled.rstCode)));
    await wait(900);
    stalled.resume();
    expect(await reset).toBe(constants.NGHTTP2_CANCEL);
  });
});
