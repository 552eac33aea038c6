import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as api from '@opentelemetry/api';
import { defineTool, type JsonObject } from '@toolwire/core';
import { createMcpUpdates, definePrompt, defineResource, type McpServingOptions, mcp } from '@toolwire/mcp';
import { openConnection } from '@toolwire/mcp/internal';
import { createNodeListener } from '@toolwire/node';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { trace } from '@toolwire/trace/stage';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Sdk, startSdk } from '../src/sdk.ts';

let sdk: Sdk;
beforeAll(() => {
  sdk = startSdk();
  sdk.instrumentFetch(false);
});
afterEach(() => sdk.forget());
afterAll(() => sdk.stop());

const options: McpServingOptions = {
  resources: [
    defineResource({ uri: 'docs://guide', name: 'guide', text: 'Read me' }),
    defineResource({
      uri: 'docs://broken',
      name: 'broken',
      read: () => Promise.reject(new Error('On purpose')),
    }),
  ],
  prompts: [definePrompt({ name: 'review', messages: 'Review this.' })],
  updates: createMcpUpdates(),
};

function start(): ToolServer {
  const ping = defineTool({ id: 'Net.Ping', version: '1.0.0', description: 'Answers.', run: () => 'pong' });
  return createToolServer({ tools: [ping], wires: [mcp(options)], use: [trace({ api })], logger: silentLogger });
}

interface Request {
  readonly id: unknown;
  readonly method: string;
  readonly params: object;
}
type Send = (request: Request) => Promise<unknown>;

/** How a client sends requests, and the attributes of its spans. */
interface Carrier {
  readonly name: string;
  readonly isModern: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  readonly hasSession: boolean;
  readonly connect: () => Promise<Send>;
}

const clientInfo = { name: 'test', version: '1.0.0' };
const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
};
const overHttp = { 'network.transport': 'tcp', 'network.protocol.name': 'http' };
const overPipe = { 'network.transport': 'pipe' };
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

function enveloped({ params, ...rest }: Request): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    traceparent,
  };
  return { ...rest, params: { ...params, _meta } };
}

async function connectHttp(isModern: boolean): Promise<Send> {
  const server = createServer(createNodeListener(start())).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await vi.waitFor(() => expect(server.listening).toBe(true));
  let session: string | undefined;
  const send: Send = async (message) => {
    const body = { jsonrpc: '2.0', ...(isModern ? enveloped(message) : message) };
    const { method, params } = message;
    const { name, uri } = params as Readonly<Record<string, string | undefined>>;
    const target = name ?? uri;
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(isModern
          ? {
              'mcp-protocol-version': '2026-07-28',
              'mcp-method': method,
              ...(target !== undefined && { 'mcp-name': target }),
            }
          : session !== undefined && { 'mcp-session-id': session }),
      },
      body: JSON.stringify(body),
    });
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    return response.text();
  };
  if (!isModern) await send(initialize);
  return send;
}

async function connectPipe(isModern: boolean): Promise<Send> {
  const responses = new Map<unknown, unknown>();
  const connection = openConnection(
    { functionName: 'connectMcp()', isOnlyClient: true },
    start().service,
    (text) => {
      const message = JSON.parse(text) as JsonObject;
      responses.set(message['id'], message);
    },
    options,
  );
  onTestFinished(() => connection.close());
  const send: Send = async (message) => {
    const body = { jsonrpc: '2.0', ...(isModern ? enveloped(message) : message) };
    connection.receive(body);
    const { id } = message;
    await vi.waitFor(() => expect(responses.has(id)).toBe(true));
    return responses.get(id);
  };
  if (!isModern) await send(initialize);
  return send;
}

const carriers: readonly Carrier[] = [
  {
    name: '2026-07-28 over HTTP',
    isModern: true,
    attributes: overHttp,
    hasSession: false,
    connect: () => connectHttp(true),
  },
  {
    name: '2025-11-25 over HTTP',
    isModern: false,
    attributes: overHttp,
    hasSession: true,
    connect: () => connectHttp(false),
  },
  {
    name: '2026-07-28 over stdio',
    isModern: true,
    attributes: overPipe,
    hasSession: false,
    connect: () => connectPipe(true),
  },
  {
    name: '2025-11-25 over stdio',
    isModern: false,
    attributes: overPipe,
    hasSession: true,
    connect: () => connectPipe(false),
  },
];

/** The span that a request makes. */
type Row = [method: string, params: object, name: string, attributes?: object];

const rows: readonly Row[] = [
  ['tools/list', {}, 'tools/list'],
  [
    'tools/call',
    { name: 'Net_Ping', arguments: {} },
    'tools/call Net_Ping',
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'Net_Ping' },
  ],
  ['tools/call', { name: 'made-up' }, 'tools/call', { 'rpc.response.status_code': '-32602' }],
  ['resources/list', {}, 'resources/list'],
  ['resources/templates/list', {}, 'resources/templates/list'],
  ['resources/read', { uri: 'docs://guide' }, 'resources/read', { 'mcp.resource.uri': 'docs://guide' }],
  [
    'resources/read',
    { uri: 'docs://broken' },
    'resources/read',
    { 'mcp.resource.uri': 'docs://broken', 'rpc.response.status_code': '-32603', 'error.type': '-32603' },
  ],
  ['prompts/list', {}, 'prompts/list'],
  ['prompts/get', { name: 'review' }, 'prompts/get review', { 'gen_ai.prompt.name': 'review' }],
  ['prompts/get', { name: 'made-up' }, 'prompts/get', { 'rpc.response.status_code': '-32602' }],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'x', value: '' } },
    'completion/complete',
    { 'rpc.response.status_code': '-32602' },
  ],
];

const modernRows: readonly Row[] = [['server/discover', {}, 'server/discover']];

const legacyRows: readonly Row[] = [
  ['ping', {}, 'ping'],
  ['logging/setLevel', { level: 'info' }, 'logging/setLevel'],
  ['resources/subscribe', { uri: 'docs://guide' }, 'resources/subscribe', { 'mcp.resource.uri': 'docs://guide' }],
  ['resources/unsubscribe', { uri: 'docs://guide' }, 'resources/unsubscribe', { 'mcp.resource.uri': 'docs://guide' }],
];

describe.each(carriers)('$name', ({ isModern, attributes, hasSession, connect }) => {
  it.each<Row>([...rows, ...(isModern ? modernRows : legacyRows)])(
    '%s %j makes one span %s with the attributes of the conventions',
    async (method, params, name, more = {}) => {
      const send = await connect();
      sdk.forget();
      await send({ id: 7, method, params });
      const spans = sdk.spans();
      expect(spans.map((span) => [span.name, span.kind])).toEqual([[name, api.SpanKind.SERVER]]);
      const [span] = spans;
      const conventional = Object.entries(span?.attributes ?? {}).filter(
        ([key]) => !/^(?:toolwire|gen_ai\.tool\.(?:call|type|description))/.test(key),
      );
      const isCall = method === 'tools/call';
      expect(Object.fromEntries(conventional)).toEqual({
        'mcp.method.name': method,
        'jsonrpc.request.id': '7',
        'mcp.protocol.version': isModern ? '2026-07-28' : '2025-11-25',
        ...attributes,
        ...(hasSession && { 'mcp.session.id': expect.stringMatching(/^[\w-]{16,36}$/) as unknown }),
        ...(isCall && { 'gen_ai.operation.name': 'execute_tool' }),
        ...more,
      });
      expect(span?.status.code).toBe('error.type' in more ? api.SpanStatusCode.ERROR : api.SpanStatusCode.UNSET);
      // The parent is in the message.
      expect(span?.parentSpanContext?.spanId).toBe(isModern ? 'b'.repeat(16) : undefined);
    },
  );
});

it('initialize makes a span too', async () => {
  await connectHttp(false);
  expect(sdk.spans().map(({ name, attributes }) => [name, attributes['mcp.protocol.version']])).toEqual([
    ['initialize', '2025-11-25'],
  ]);
});

it('mcp.server.operation.duration counts every method, with attributes of few values', async () => {
  const send = await connectPipe(true);
  await send({ id: 'a unique text', method: 'resources/read', params: { uri: 'docs://broken' } });
  const metrics = JSON.stringify(await sdk.metrics());
  expect(metrics).toContain('"mcp.method.name":"resources/read"');
  expect(metrics).toContain('"error.type":"-32603"');
  expect(metrics).not.toMatch(/a unique text|docs:\/\/|mcp\.session\.id/);
});
