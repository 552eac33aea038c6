import { contextEntry, contextValues, createContextKey, type ToolDefinition } from '@toolwire/core';
import { describe, expect, test, vi } from 'vitest';
import { connectMcp } from '../src/index.ts';
import { connect, enveloped } from './support/connection.ts';
import { legacyRevisions } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, asking, chatty, colourForm, curious, echo, nameForm, tool } from './support/tools.ts';

const sum = { name: 'Calculator_Add', arguments: { a: 1, b: 2 } };

/** A tool that runs until its signal aborts, and records events. */
function createEndlessTool(): { readonly definition: ToolDefinition; readonly events: string[] } {
  const events: string[] = [];
  const definition = tool('Test.Endless', (_, { signal, progress }) => {
    events.push('begun');
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        events.push('aborted');
        progress(9);
        resolve('stopped');
      }),
    );
  });
  return { definition, events };
}

describe('a connection to a client of 2026-07-28', () => {
  test('needs no headers and no handshake', async () => {
    const connection = connect(createTestService([add]));
    expect((await connection.request('server/discover', enveloped())).result).toMatchObject({
      supportedVersions: ['2026-07-28'],
    });
    expect((await connection.request('tools/call', enveloped(sum))).result).toMatchObject({ structuredContent: 3 });
    expect((await connection.request('tools/list', enveloped())).result).toMatchObject({ ttlMs: 0 });
    const other = { 'io.modelcontextprotocol/protocolVersion': 'x' };
    expect((await connection.request('ping', enveloped({}, other))).error?.code).toBe(-32022);
    expect((await connection.request('ping', enveloped())).error?.code).toBe(-32601);
  });

  test('responds to pings and to invalid messages', async () => {
    const connection = connect(createTestService([]));
    expect((await connection.request('server/discover')).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('initialize') as string,
    });
    connection.receive('nonsense');
    connection.receive([]);
    connection.receive({ jsonrpc: '2.0', id: 7 });
    expect(connection.sent.slice(1)).toMatchObject([
      { error: { code: -32600 } },
      { error: { code: -32600 } },
      { id: 7, error: { code: -32600 } },
    ]);
    expect(connection.sent[1]).not.toHaveProperty('id');
  });

  test('sends progress and log lines during a call', async () => {
    const connection = connect(createTestService([chatty]));
    const meta = { progressToken: 't', 'io.modelcontextprotocol/logLevel': 'info' };
    await connection.request('tools/call', enveloped({ name: 'Test_Chatty' }, meta));
    expect(connection.sent.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/message',
      'notifications/progress',
      'notifications/message',
      undefined,
    ]);
  });

  test('requests input as over HTTP', async () => {
    const connection = connect(createTestService([curious]));
    const capabilities = { elicitation: {} };
    const first = await connection.request('tools/call', enveloped({ name: 'Test_Curious' }, {}, capabilities));
    const { requestState } = first.result ?? {};
    const inputResponses = { name: { action: 'decline' } };
    const params = enveloped({ name: 'Test_Curious', requestState, inputResponses }, {}, capabilities);
    expect((await connection.request('tools/call', params)).result).toMatchObject({
      content: [{ text: 'No name: decline' }],
    });
  });

  test('notifies of changes until the client cancels or the connection closes', async () => {
    const service = createTestService([add]);
    // Closing waits for calls, but not for subscriptions.
    const connection = connect(service, { graceMs: 60_000 });
    const listen = { jsonrpc: '2.0', method: 'subscriptions/listen' };
    const params = enveloped({ notifications: { toolsListChanged: true } });
    connection.receive({ ...listen, id: 'one', params });
    connection.receive({ ...listen, id: 'two', params });
    service.replace([echo]);
    connection.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'one' } });
    await vi.waitFor(() => expect(service.listening).toBe(2));
    service.replace([add]);
    const listChanges = connection.sent.filter(({ method }) => method === 'notifications/tools/list_changed');
    const ids = listChanges.map(
      ({ params: sent }) =>
        (sent?.['_meta'] as Record<string, unknown> | undefined)?.['io.modelcontextprotocol/subscriptionId'],
    );
    expect(ids).toEqual(['one', 'two', 'two']);
    await connection.close();
    expect(connection.sent.at(-1)).toMatchObject({ id: 'two', result: { resultType: 'complete' } });
    expect(connection.sent.some(({ id }) => id === 'one')).toBe(false);
    expect(service.listening).toBe(0);
  });
});

describe('a connection to a legacy client', () => {
  test.each(legacyRevisions)('speaks %s after negotiating it (MCP-INIT-02, MCP-INIT-03)', async (revision) => {
    const connection = connect(createTestService([add]));
    await connection.initialize(revision);
    expect(connection.sent[0]?.result).toMatchObject({
      protocolVersion: revision,
      capabilities: { tools: { listChanged: true } },
    });
    const { result } = await connection.request('tools/list');
    const [listed] = (result?.['tools'] ?? []) as object[];
    expect('annotations' in (listed ?? {})).toBe(revision !== '2024-11-05');
    expect((await connection.request('tools/call', sum)).result).toMatchObject({ content: [{ text: '3' }] });
    expect((await connection.request('ping')).result).toEqual({});
    await connection.close();
  });

  test('requires initialize first', async () => {
    const connection = connect(createTestService([add]));
    expect((await connection.request('ping')).result).toEqual({});
    expect((await connection.request('tools/call', sum)).error).toMatchObject({ code: -32600 });
    expect((await connection.request('initialize', {})).error).toMatchObject({ code: -32602 });
    expect((await connection.request('tools/list')).error).toMatchObject({ code: -32600 });
  });

  test('serves both eras at once', async () => {
    const connection = connectMcp(createTestService([add]), (text) => void sent.push(JSON.parse(text) as object));
    const sent: object[] = [];
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    connection.receive({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    connection.receive({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: enveloped() });
    expect(sent).toMatchObject([{ result: { protocolVersion: '2025-11-25' } }, { result: { resultType: 'complete' } }]);
    await connection.close();
  });

  test('notifies of changed tools until it closes', async () => {
    const service = createTestService([add]);
    const connection = connect(service);
    await connection.initialize('2025-11-25');
    service.replace([echo]);
    expect(connection.sent.at(-1)).toMatchObject({ method: 'notifications/tools/list_changed' });
    await connection.close();
    expect(service.listening).toBe(0);
  });

  test('stores the log level', async () => {
    const connection = connect(createTestService([chatty]));
    await connection.initialize('2025-06-18');
    const lines = async () => {
      const before = connection.sent.length;
      await connection.request('tools/call', { name: 'Test_Chatty' });
      return connection.sent.slice(before).flatMap(({ params }) => params?.['data'] ?? []);
    };
    expect(await lines()).toEqual(['a step', 'a problem']);
    expect((await connection.request('logging/setLevel', { level: 'error' })).result).toEqual({});
    expect(await lines()).toEqual(['a problem']);
  });

  test('responds to a batch with one array, where the revision supports batches', async () => {
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'Test_Later' } },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      { jsonrpc: '2.0', id: 2.5, method: 'ping' },
      { jsonrpc: '1.0', id: 7, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'nothing' },
      { jsonrpc: '2.0', id: 9, result: {} },
    ];
    const later = tool('Test.Later', async () => Promise.resolve('late'));
    for (const revision of ['2024-11-05', '2025-03-26'] as const) {
      const connection = connect(createTestService([later]));
      await connection.initialize(revision);
      connection.receive(messages);
      await vi.waitFor(() => expect(connection.outgoing).toHaveLength(2));
      const [, list = []] = connection.outgoing;
      expect([list].flat().map(({ id, error }) => [id, error?.code])).toEqual([
        [1, undefined],
        [2, undefined],
        [null, -32600],
        [7, -32600],
        [2, -32601],
      ]);
    }
    const connection = connect(createTestService([]));
    await connection.initialize('2025-06-18');
    connection.receive(messages);
    expect(connection.outgoing.slice(1)).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  test.each([
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' } },
    { jsonrpc: '2.0', id: 'unknown', error: { code: -32600, message: 'Invalid Request' } },
  ])('does not answer an error of the client: %j', async (error) => {
    const connection = connect(createTestService([add]));
    await connection.initialize('2025-03-26');
    connection.receive(error);
    connection.receive([error]);
    expect(connection.outgoing).toHaveLength(1);
  });

  test('rejects initialize within a batch', async () => {
    const connection = connect(createTestService([add]));
    await connection.initialize('2025-03-26');
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    connection.receive([
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
    ]);
    expect(connection.outgoing[1]).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, result: {} },
    ]);
    connection.receive([{ jsonrpc: '2.0', id: 3, method: 'ping' }]);
    expect(connection.outgoing[2]).toMatchObject([{ id: 3 }]);
  });

  test.each([
    ['of nothing', []],
    ['of more than 20', Array.from({ length: 21 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))],
    ['with a request of 2026-07-28 in it', [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: enveloped() }]],
  ])('rejects a batch %s', async (_, messages) => {
    const connection = connect(createTestService([add]));
    await connection.initialize('2025-03-26');
    connection.receive(messages);
    expect(connection.outgoing.slice(1)).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  test('omits canceled requests from a batch, and sends no empty array', async () => {
    const { definition, events } = createEndlessTool();
    const connection = connect(createTestService([definition]));
    await connection.initialize('2025-03-26');
    const endlessCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'Test_Endless' } };
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    connection.receive([endlessCall, { jsonrpc: '2.0', id: 2, method: 'ping' }]);
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    expect(connection.outgoing).toHaveLength(1);
    connection.receive(cancel);
    expect(connection.outgoing.slice(1)).toMatchObject([[{ id: 2, result: {} }]]);
    connection.receive([endlessCall, cancel]);
    connection.receive([cancel]);
    expect(connection.outgoing).toHaveLength(2);
    await connection.close();
  });
});

describe('a tool that requests input from a legacy client', () => {
  const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

  async function ask(connection: ReturnType<typeof connect>, answers: Record<string, object>) {
    const call = connection.request('tools/call', { name: 'Test_Asking' });
    await vi.waitFor(() => expect(connection.sent.length).toBeGreaterThan(1));
    const requests = connection.sent.slice(1);
    for (const { id, method } of requests) connection.receive({ jsonrpc: '2.0', id, ...answers[method ?? ''] });
    return { requests, result: (await call).result };
  }

  test('sends requests and continues with the answers', async () => {
    const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 };
    const definition = asking({ name: nameForm, model: { kind: 'sampling', params }, folders: { kind: 'roots' } });
    const connection = connect(createTestService([definition]));
    await connection.initialize('2025-11-25', capabilities);
    const message = { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' };
    const { requests, result } = await ask(connection, {
      'elicitation/create': { result: { action: 'accept', content: { name: 'Ada' } } },
      'sampling/createMessage': { result: message },
      'roots/list': { error: { code: -32601, message: 'No' } },
    });
    expect(requests).toMatchObject([
      {
        id: 'ask-1',
        method: 'elicitation/create',
        params: { message: nameForm.kind === 'form' ? nameForm.message : '' },
      },
      { id: 'ask-2', method: 'sampling/createMessage', params },
      { id: 'ask-3', method: 'roots/list' },
    ]);
    expect(result?.['structuredContent']).toEqual({
      name: { action: 'accept', content: { name: 'Ada' } },
      model: { action: 'accept', content: message },
      folders: { action: 'cancel' },
    });
  });

  test('sends a URL request with an elicitation id', async () => {
    const page = { kind: 'url', message: 'Open', url: 'https://app.example.com' } as const;
    const connection = connect(createTestService([asking({ page })]));
    await connection.initialize('2025-11-25', capabilities);
    const { requests, result } = await ask(connection, { 'elicitation/create': { result: { action: 'decline' } } });
    expect(requests[0]?.params).toEqual({
      mode: 'url',
      message: 'Open',
      url: page.url,
      elicitationId: expect.any(String) as string,
    });
    expect(result?.['structuredContent']).toEqual({ page: { action: 'decline' } });
  });

  test('describes the input as text if the client has not declared the capability', async () => {
    const connection = connect(createTestService([asking({ colour: colourForm })]));
    await connection.initialize('2025-06-18');
    const { result } = await connection.request('tools/call', { name: 'Test_Asking' });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Which colour?') as string }],
    });
  });

  test('sends no URL to a client that has not declared URL mode (MCP-ASK-01)', async () => {
    const url = 'https://app.example.com';
    const connection = connect(createTestService([asking({ page: { kind: 'url', message: 'Open', url } })]));
    await connection.initialize('2025-11-25', { elicitation: { form: {} } });
    const { result } = await connection.request('tools/call', { name: 'Test_Asking' });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(url) as string }] });
  });

  test('cancels its requests when its call is canceled', async () => {
    const connection = connect(createTestService([asking({ name: nameForm })]));
    await connection.initialize('2025-11-25', capabilities);
    connection.receive({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'Test_Asking' } });
    await vi.waitFor(() => expect(connection.sent.at(-1)).toMatchObject({ method: 'elicitation/create' }));
    connection.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    expect(connection.sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 'ask-1' } });
    connection.receive({ jsonrpc: '2.0', id: 'ask-1', result: { action: 'accept' } });
    await connection.close();
    expect(connection.sent.some(({ id }) => id === 5)).toBe(false);
  });

  test('cancels its requests when its call ends without the answer', async () => {
    const impatient = tool('Test.Hasty', (_, { ask: askFor }) => {
      void askFor({ name: nameForm });
      return 'no answer';
    });
    const connection = connect(createTestService([impatient]));
    await connection.initialize('2025-11-25', capabilities);
    const { result } = await connection.request('tools/call', { name: 'Test_Hasty' }, 5);
    expect(result).toMatchObject({ content: [{ text: 'no answer' }] });
    expect(connection.sent.slice(1)).toMatchObject([
      { id: 'ask-1', method: 'elicitation/create' },
      { method: 'notifications/cancelled', params: { requestId: 'ask-1' } },
      { id: 5 },
    ]);
    await connection.close();
  });

  test('cancels a request that times out (MCP-ASK-07)', async () => {
    const connection = connect(createTestService([asking({ name: nameForm })]), { stateTtlMs: 20 });
    await connection.initialize('2025-11-25', capabilities);
    const { result } = await connection.request('tools/call', { name: 'Test_Asking' });
    expect(result?.['structuredContent']).toEqual({ name: { action: 'cancel' } });
    expect(connection.sent.at(-2)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 'ask-1' },
    });
    await connection.close();
  });

  test('sends no request after its call ended or the connection closed', async () => {
    const started: (() => Promise<unknown>)[] = [];
    const brief = tool('Test.Brief', (_, context) => {
      started.push(() => context.ask({ name: nameForm }));
      return 1;
    });
    const long = tool('Test.Long', (_, context) => {
      started.push(() => context.ask({ name: nameForm }));
      return new Promise((resolve) => context.signal.addEventListener('abort', resolve));
    });
    const connection = connect(createTestService([brief, long]), { graceMs: 1 });
    await connection.initialize('2025-11-25', capabilities);
    const begin = async (id: number, name: string) => {
      connection.receive({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });
      await vi.waitFor(() => expect(started).toHaveLength(id));
    };
    await begin(1, 'Test_Brief');
    await begin(2, 'Test_Long');
    connection.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    await begin(3, 'Test_Long');
    const early = started.slice(0, 2).map((sendRequest) => sendRequest());
    const closing = connection.close();
    const canceled = { name: { action: 'cancel' } };
    expect(await Promise.all([...early, started[2]?.()])).toEqual([canceled, canceled, canceled]);
    await closing;
    expect(connection.sent.map(({ method }) => method)).not.toContain('elicitation/create');
  });

  test('cancels no answered request', async () => {
    const { definition, events } = createEndlessTool();
    const both = tool('Test.Both', async (input, context) => {
      await context.ask({ name: nameForm });
      return definition.run(input, context);
    });
    const connection = connect(createTestService([both]), { graceMs: 1 });
    await connection.initialize('2025-11-25', capabilities);
    connection.receive({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'Test_Both' } });
    await vi.waitFor(() => expect(connection.sent.at(-1)).toMatchObject({ id: 'ask-1' }));
    connection.receive({ jsonrpc: '2.0', id: 'ask-1', result: { action: 'cancel' } });
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    connection.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    await vi.waitFor(() => expect(events).toEqual(['begun', 'aborted']));
    expect(connection.sent.at(-1)).toMatchObject({ id: 'ask-1', method: 'elicitation/create' });
    await connection.close();
  });

  test('continues when the connection closes', async () => {
    const connection = connect(createTestService([asking({ name: nameForm })]));
    await connection.initialize('2025-11-25', capabilities);
    const call = connection.request('tools/call', { name: 'Test_Asking' });
    await vi.waitFor(() => expect(connection.sent).toHaveLength(2));
    await connection.close();
    expect((await call).result?.['structuredContent']).toEqual({ name: { action: 'cancel' } });
  });
});

describe('a request', () => {
  test('is canceled: its tool is aborted, and nothing more is sent (MCP-CANC-02)', async () => {
    const { definition, events } = createEndlessTool();
    const connection = connect(createTestService([definition]));
    const params = enveloped({ name: 'Test_Endless' }, { progressToken: 1 });
    connection.receive({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params });
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    for (const requestId of ['y', null, {}, 'x', 'x']) {
      connection.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    }
    await vi.waitFor(() => expect(events).toEqual(['begun', 'aborted']));
    await connection.close();
    expect(connection.sent).toEqual([]);
  });

  test('needs an ID that no running request has', async () => {
    const { definition, events } = createEndlessTool();
    const connection = connect(createTestService([definition]), { graceMs: 1 });
    const message = { jsonrpc: '2.0', id: 'x', method: 'tools/call', params: enveloped({ name: 'Test_Endless' }) };
    connection.receive(message);
    connection.receive(message);
    expect(connection.sent).toMatchObject([{ id: 'x', error: { code: -32600 } }]);
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    await connection.close();
  });
});

describe('closing', () => {
  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('rejects a grace period of %d ms', (graceMs) => {
    expect(() => connectMcp(createTestService([]), () => undefined, { graceMs })).toThrow('graceMs of connectMcp()');
  });

  test('waits for short calls and cancels long ones', async () => {
    const { definition, events } = createEndlessTool();
    const soon = tool('Test.Soon', () => new Promise((resolve) => setTimeout(() => resolve('soon'), 5)));
    const connection = connect(createTestService([definition, soon]), { graceMs: 100 });
    for (const name of ['Test_Soon', 'Test_Endless']) {
      connection.receive({ jsonrpc: '2.0', id: name, method: 'tools/call', params: enveloped({ name }) });
    }
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    await connection.close();
    expect(connection.sent).toMatchObject([
      { id: 'Test_Soon', result: { content: [{ text: 'soon' }] } },
      { id: 'Test_Endless', result: { content: [{ text: 'stopped' }] } },
    ]);
    connection.receive({ jsonrpc: '2.0', id: 9, method: 'ping' });
    expect(connection.sent).toHaveLength(2);
  });

  test('keeps the process alive while it waits, so that long calls are canceled and answered', async () => {
    const { definition } = createEndlessTool();
    const connection = connect(createTestService([definition]), { graceMs: 5 });
    connection.receive({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: enveloped({ name: 'Test_Endless' }) });
    // Lists only timers that keep the process alive.
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const closing = connection.close();
    expect(timers()).toBe(before + 1);
    await closing;
    expect(connection.sent).toMatchObject([{ id: 1 }]);
  });

  test('does not wait forever for a tool that ignores its signal', async () => {
    const connection = connect(createTestService([tool('Test.Deaf', () => new Promise(() => undefined))]), {
      graceMs: 5,
    });
    connection.receive({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: enveloped({ name: 'Test_Deaf' }) });
    await connection.close();
    expect(connection.sent).toEqual([]);
  });
});

test('tools get the context values and the principal', async () => {
  const key = createContextKey('user', 'anonymous');
  const service = createTestService([tool('Test.Who', (_, { get, principal }) => [get(key), principal?.id])]);
  const values = contextValues([contextEntry(key, 'ada')]);
  const connection = connect(service, { values, principal: { id: 'ada-1' } });
  const { result } = await connection.request('tools/call', enveloped({ name: 'Test_Who' }));
  expect(result?.['structuredContent']).toEqual(['ada', 'ada-1']);
  expect((await connection.request('tools/list', enveloped())).result).toMatchObject({ cacheScope: 'private' });
});

test('a failing send is only logged', async () => {
  const warnings: string[] = [];
  const logger = { warn: (_: object, message: string) => void warnings.push(message) };
  const connection = connectMcp(
    createTestService([]),
    () => {
      throw new Error('closed pipe');
    },
    { logger },
  );
  connection.receive({ jsonrpc: '2.0', id: 1, method: 'ping' });
  await connection.close();
  expect(warnings).toHaveLength(1);
});
