import {
  Client,
  type ClientCapabilities,
  type Progress,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler, InMemoryTransport, type McpHttpHandler } from '@modelcontextprotocol/server';
import { contextEntry } from '@toolwire/core';
import { definePrompt, defineResource } from '@toolwire/mcp';
import { bundleProgram } from '@toolwire/programs';
import { ajv } from '@toolwire/validate/ajv';
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest';
import { type McpSdkOptions, toMcpServerFactory } from '../src/index.ts';
import { address, createTestServer, secret } from './test-server.ts';

type Mode = 'auto' | 'legacy';

const serverInfo = { name: 'tests', version: '1.0.0' };
const program = bundleProgram(new URL('program.ts', import.meta.url));

// The handler is a function of web-standard requests, so the client needs no socket to reach it.
const overHttp = (handler: McpHttpHandler): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });

const overStdio = (): StdioClientTransport =>
  new StdioClientTransport({ command: process.execPath, args: [program], stderr: 'ignore' });

async function connect(
  transport: StreamableHTTPClientTransport | StdioClientTransport,
  mode: Mode,
  capabilities: ClientCapabilities = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } });
  if (capabilities.elicitation !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => ({
      action: 'accept',
      content: params.message === 'Your name?' ? { name: 'Ada' } : { color: 'blue' },
    }));
  }
  await client.connect(transport);
  return client;
}

const carriers = [
  { carrier: 'createMcpHandler', mode: 'auto' },
  { carrier: 'createMcpHandler', mode: 'legacy' },
  { carrier: 'serveStdio', mode: 'auto' },
  { carrier: 'serveStdio', mode: 'legacy' },
] as const;

describe('the caller, as the app returns it', () => {
  const connectAs = async (principal: NonNullable<McpSdkOptions['principal']>) => {
    const handler = createMcpHandler(toMcpServerFactory(createTestServer(), { serverInfo, principal }));
    return connect(overHttp(handler), 'auto');
  };
  const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

  it('is also known if the app returns it later', async () => {
    const [ada, bob] = await Promise.all(['ada', 'bob'].map((id) => connectAs(async () => ({ id }))));
    expect(ada && (await namesOf(ada))).toContain('Test_Hidden');
    expect(bob && (await namesOf(bob))).not.toContain('Test_Hidden');
  });

  it.each([null, undefined])(
    'is anonymous if the result is %s: tools that need a caller are closed',
    async (absent) => {
      for (const principal of [() => absent, async () => absent]) {
        const client = await connectAs(principal);
        await expect(client.callTool({ name: 'Test_SignedIn' })).rejects.toThrow('requires an authenticated caller');
      }
    },
  );

  it.each([
    ['names no one', () => ({}) as never],
    ['is a promise of a principal', async () => ({ name: 'ada' }) as never],
    ['throws', () => Promise.reject(new Error(secret))],
  ])('gets an error if the app %s, without details', async (_how, principal) => {
    const failed: unknown = await connectAs(principal).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(String(failed)).not.toContain(secret);
  });
});

describe.each(carriers)('the official client, $mode, at the tools in $carrier', ({ carrier, mode }) => {
  let client: Client;
  beforeAll(async () => {
    const handler = createMcpHandler(toMcpServerFactory(createTestServer(), { serverInfo }));
    const transport = carrier === 'serveStdio' ? overStdio() : overHttp(handler);
    client = await connect(transport, mode, { elicitation: { form: {} } });
  });
  afterAll(() => client?.close());

  it('connects in its era, and gets the server information', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
    expect(client.getServerVersion()).toMatchObject(serverInfo);
  });

  it('lists the tools with all their MCP fields', async () => {
    const { tools } = await client.listTools();
    const [add] = tools;
    expect(add).toMatchObject({
      name: 'Test_Add',
      title: 'Addition',
      annotations: { readOnlyHint: true },
      inputSchema: { required: ['a', 'b'] },
      outputSchema: { required: ['sum'] },
    });
    expect(tools.map(({ name }) => name)).not.toContain('Test_Hidden');
  });

  it('lists properties without a type, or without a value, in the format of its era', async () => {
    const { tools } = await client.listTools();
    const { inputSchema, outputSchema } = tools.find(({ name }) => name === 'Test_Anything') ?? {};
    const [anything, nothing] = mode === 'auto' ? [true, false] : [{}, { not: {} }];
    expect([inputSchema?.['properties'], outputSchema?.['properties']]).toEqual([
      { a: {} },
      { a: anything, b: nothing },
    ]);
  });

  it('gets objects, lists and content in the format of its era', async () => {
    const added = await client.callTool({ name: 'Test_Add', arguments: { a: 1, b: 2 } });
    expect(added).toMatchObject({ structuredContent: { sum: 3 }, content: [{ type: 'text', text: '{"sum":3}' }] });
    const squares = await client.callTool({ name: 'Test_Squares' });
    expect(squares.structuredContent).toEqual(mode === 'auto' ? [1, 4, 9] : { result: [1, 4, 9] });
    const text = await client.callTool({ name: 'Test_Text' });
    expect(text.content).toEqual([{ type: 'text', text: 'A text.' }]);
    expect(text).not.toHaveProperty('structuredContent');
  });

  it('is known to tools, except over HTTP in 2025, where a server lives for one request', async () => {
    const { structuredContent } = await client.callTool({ name: 'Test_Client' });
    if (mode === 'auto') expect(structuredContent).toEqual(['test', '2026-07-28', true]);
    else {
      const isStdio = carrier === 'serveStdio';
      expect(structuredContent).toEqual({ result: [isStdio ? 'test' : null, '2025-11-25', isStdio] });
    }
  });

  it('gets no outcome metadata unless it asks for it', async () => {
    const { _meta = {} } = await client.callTool({ name: 'Test_Squares' });
    expect(Object.keys(_meta)).toEqual(mode === 'auto' ? ['io.modelcontextprotocol/serverInfo'] : []);
  });

  it('gets the outcome metadata on request, so that nothing is lost in a conversion', async () => {
    const asking = { 'org.opentoolcalling/result': true };
    const origins = ['Test_Add', 'Test_Squares', 'Test_Either'].map(async (name) => {
      const input = name === 'Test_Add' ? { a: 1, b: 2 } : {};
      const { _meta } = await client.callTool({ name, arguments: input, _meta: asking });
      const { kind, wrapped } = Object(_meta?.['org.opentoolcalling/result']) as { kind?: string; wrapped?: boolean };
      return { kind, wrapped };
    });
    const wrapped = mode === 'auto' ? undefined : true;
    expect(await Promise.all(origins)).toEqual([
      { kind: 'object' },
      { kind: 'array', wrapped },
      { kind: 'object', wrapped },
    ]);
  });

  it('gets the messages of failures, and no details of a bug', async () => {
    const failed = await client.callTool({ name: 'Test_Fail' });
    expect(failed).toMatchObject({ isError: true, content: [{ text: 'It failed.' }] });
    const crashed = await client.callTool({ name: 'Test_Crash' });
    expect(crashed.isError).toBe(true);
    expect(JSON.stringify([failed, crashed])).not.toContain(secret);
  });

  it('gets the reason for invalid arguments and for a missing tool', async () => {
    const refused = await client.callTool({ name: 'Test_Add', arguments: { a: 'one', b: 2 } });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain('a: ');
    await expect(client.callTool({ name: 'Test_Nothing' })).rejects.toMatchObject({ code: -32602 });
  });

  it('gets each progress report of a call', async () => {
    const reports: Progress[] = [];
    // The client drops reports that it reads together with the response, so the call runs until the client has all of them.
    const acknowledge = async (): Promise<void> => {
      await expect
        .poll(() => reports)
        .toEqual([1, 2, 3].map((progress) => ({ progress, total: 3, message: `Part ${progress}` })));
      await client.callTool({ name: 'Test_Acknowledge' });
    };
    const onprogress = (report: Progress): void => void reports.push(report);
    await Promise.all([client.callTool({ name: 'Test_Report' }, { onprogress }), acknowledge()]);
  });
});

describe('the tools in createMcpHandler', () => {
  it('are aborted when their caller cancels', async (context) => {
    const aborted = vi.fn();
    const client = await connected(context, createMcpHandler(toMcpServerFactory(createTestServer(aborted))));
    const controller = new AbortController();
    const options = { signal: controller.signal, onprogress: () => controller.abort() };
    await expect(client.callTool({ name: 'Test_Hold' }, options)).rejects.toThrow(/abort/i);
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
  });

  it('request input over several rounds, which clients may send to another process', async (context) => {
    const stateSecret = 'a secret of 32 characters or more';
    const handlers = [1, 2].map(() => createMcpHandler(toMcpServerFactory(createTestServer(), { stateSecret })));
    let requests = 0;
    const fetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
      (handlers[requests++ % 2] as McpHttpHandler).fetch(new Request(url, init));
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch });
    const client = await connect(transport, 'auto', { elicitation: { form: {} } });
    context.onTestFinished(() => client.close());
    const { content } = await client.callTool({ name: 'Test_Ask' });
    expect(content).toEqual([{ type: 'text', text: '[{"name":"Ada"},{"color":"blue"}]' }]);
  });

  it('describe the requested input if their caller does not support it', async (context) => {
    const handler = createMcpHandler(toMcpServerFactory(createTestServer()));
    const modern = await connected(context, handler);
    await expect(modern.callTool({ name: 'Test_Ask' })).rejects.toMatchObject({ code: -32021 });
    const legacy = await connected(context, handler, 'legacy');
    expect(await legacy.callTool({ name: 'Test_Ask' })).toMatchObject({ isError: true });
  });

  it('get the caller, and the values of the app', async (context) => {
    const handler = createMcpHandler(
      toMcpServerFactory(createTestServer(), {
        principal: (authInfo) => (authInfo === undefined ? undefined : { id: authInfo.clientId }),
        values: ({ requestInfo }) => [contextEntry(address, requestInfo?.headers.get('x-address') ?? 'nowhere')],
      }),
    );
    const authInfo = { token: 'a token', clientId: 'ada', scopes: [] };
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init), { authInfo }),
      requestInit: { headers: { 'x-address': 'Vienna' } },
    });
    const client = await connect(transport, 'auto');
    context.onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('Test_Hidden');
    expect(await client.callTool({ name: 'Test_Hidden' })).toMatchObject({ content: [{ text: 'ada from Vienna' }] });
  });

  it('run for a caller with their scopes, and list the missing scopes to other callers', async (context) => {
    const granted: Record<string, string[]> = { ada: ['guarded:read'], eve: [] };
    const callAs = async (clientId: string): Promise<unknown> => {
      const handler = createMcpHandler(
        toMcpServerFactory(createTestServer(), {
          principal: (auth) => auth && { id: auth.clientId, scopes: auth.scopes },
        }),
      );
      const scopes = granted[clientId];
      const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
        fetch: (url, init) =>
          handler.fetch(new Request(url, init), scopes && { authInfo: { token: 'a token', clientId, scopes } }),
      });
      const client = await connect(transport, 'auto');
      context.onTestFinished(() => client.close());
      return client.callTool({ name: 'Test_Guarded' });
    };
    expect(await callAs('ada')).toMatchObject({ content: [{ text: 'Guarded.' }] });
    await expect(callAs('eve')).rejects.toThrow("Tool 'Test_Guarded' needs the scope 'guarded:read'");
    await expect(callAs('nobody')).rejects.toThrow("Tool 'Test_Guarded' requires an authenticated caller");
  });

  it('send their log lines to clients that request them', async (context) => {
    const client = await connected(context, createMcpHandler(toMcpServerFactory(createTestServer())));
    const lines = vi.fn();
    client.setNotificationHandler('notifications/message', ({ params }) => void lines(params.data));
    const progress = { onprogress: () => undefined };
    await client.callTool({ name: 'Test_Progress' }, progress);
    expect(lines).not.toHaveBeenCalled();
    const _meta = { 'io.modelcontextprotocol/logLevel': 'info' };
    await client.callTool({ name: 'Test_Progress', _meta }, progress);
    expect(lines).toHaveBeenCalledExactlyOnceWith('A line');
  });
});

describe('the tools on a connection', () => {
  it('notify their client of changes, as long as it is connected', async () => {
    const server = createTestServer();
    const sdk = await toMcpServerFactory(server)({ era: 'legacy' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'test', version: '1' });
    const changed = vi.fn();
    client.setNotificationHandler('notifications/tools/list_changed', changed);
    await Promise.all([sdk.connect(ours), client.connect(theirs)]);

    server.replaceTools([]);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect(await client.listTools()).toMatchObject({ tools: [] });
    await client.close();
    expect(() => server.replaceTools([])).not.toThrow();
  });
});

describe('the tools in serveStdio', () => {
  it('request input of 2025 clients over the connection', async (context) => {
    const client = await connect(overStdio(), 'legacy', { elicitation: { form: {} } });
    context.onTestFinished(() => client.close());
    const { content } = await client.callTool({ name: 'Test_Ask' });
    expect(content).toEqual([{ type: 'text', text: '[{"name":"Ada"},{"color":"blue"}]' }]);
  });
});

async function connected(context: TestContext, handler: McpHttpHandler, mode: Mode = 'auto'): Promise<Client> {
  const client = await connect(overHttp(handler), mode);
  context.onTestFinished(() => client.close());
  return client;
}

describe.each(['auto', 'legacy'] as const)('the official client, %s', (mode) => {
  it('reads and completes resources and prompts, and gets no other notifications', async () => {
    const guide = defineResource({ uri: 'docs://guide', name: 'guide', text: 'Read me.' });
    const notes = defineResource({ uri: 'notes://{name}', name: 'notes', read: ({ name }) => `On ${name}` });
    const greet = definePrompt({
      name: 'greet',
      input: { type: 'object', properties: { style: { type: 'string', enum: ['short', 'long'] } } },
      messages: ({ style }) => `A ${String(style)} greeting`,
    });
    const offers = { resources: [guide, notes], prompts: [greet], validator: ajv(), serverInfo };
    const client = await connect(overHttp(createMcpHandler(toMcpServerFactory(createTestServer(), offers))), mode);
    expect(client.getServerCapabilities()).toMatchObject({ resources: {}, prompts: {}, completions: {} });
    expect((await client.listResources()).resources).toMatchObject([{ uri: 'docs://guide' }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ uriTemplate: notes.uri }]);
    expect((await client.readResource({ uri: 'notes://tea' })).contents).toMatchObject([{ text: 'On tea' }]);
    await expect(client.readResource({ uri: 'docs://giude' })).rejects.toMatchObject({
      // MCP-RES-02: the SDK sends this code in the place of -32002, whatever the era and whatever its handlers throw.
      code: -32602,
      message: expect.stringContaining("Did you mean 'docs://guide'?") as string,
    });
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'greet' }]);
    const { messages } = await client.getPrompt({ name: 'greet', arguments: { style: 'long' } });
    expect(messages).toMatchObject([{ content: { text: 'A long greeting' } }]);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'style', value: 's' },
    });
    expect(completion.values).toEqual(['short']);
    await client.close();

    const without = await connect(
      overHttp(createMcpHandler(toMcpServerFactory(createTestServer(), { serverInfo }))),
      mode,
    );
    expect(without.getServerCapabilities()).not.toHaveProperty('resources');
    await without.close();
  });
});
