import { describe, expect, test } from 'vitest';
import { PendingInput } from '../src/elicitation/client-requests.ts';
import { createEndpoint, legacy } from './support/http.ts';
import { legacyRevisions } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, chatty, echo } from './support/tools.ts';

const serverInfo = {
  name: 'sums',
  version: '1.2.3',
  title: 'Sums',
  description: 'Adds.',
  websiteUrl: 'https://tools.example.com',
  icons: [{ src: 'https://tools.example.com/icon.png' }],
};
const endpoint = createEndpoint(createTestService([add, chatty]), { serverInfo, instructions: 'Add.' });
const sum = { name: 'Calculator_Add', arguments: { a: 1, b: 2 } };
const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };

test('an input request without a response is canceled, even if its key is the name of an inherited member', async () => {
  const input = new PendingInput(() => Promise.resolve({}), { signal: new AbortController().signal }, 1_000);
  const request = { method: 'elicitation/create', params: {} } as never;
  expect(await input.ask({ constructor: request })).toEqual({ constructor: { action: 'cancel' } });
});

describe('initialize', () => {
  test.each(legacyRevisions)(
    'negotiates %s and describes the server in its fields (MCP-INIT-01, MCP-LOG-01)',
    async (version) => {
      const { status, message } = await endpoint.post(
        ...legacy(undefined, 'initialize', { ...client, protocolVersion: version }),
      );
      expect(status).toBe(200);
      const known: Record<string, object> = {
        '2024-11-05': {},
        '2025-03-26': {},
        '2025-06-18': { title: 'Sums' },
        '2025-11-25': { ...serverInfo },
      };
      expect(message.result).toEqual({
        protocolVersion: version,
        capabilities: { tools: { listChanged: true }, logging: {} },
        serverInfo: { name: 'sums', version: '1.2.3', ...known[version] },
        instructions: 'Add.',
      });
    },
  );

  test('offers the newest revision for an unknown revision (MCP-INIT-02)', async () => {
    for (const protocolVersion of ['2099-01-01', '2026-07-28', 'x']) {
      const { message } = await endpoint.post(...legacy('2025-11-25', 'initialize', { ...client, protocolVersion }));
      expect(message.result).toMatchObject({ protocolVersion: '2025-11-25' });
    }
  });

  test.each([
    ['no parameters', undefined],
    ['no version', client],
    ['a version that is a number', { ...client, protocolVersion: 1 }],
    ['no capabilities', { protocolVersion: '2025-11-25', clientInfo: client.clientInfo }],
    ['no client', { protocolVersion: '2025-11-25', capabilities: {} }],
    ['a client without a name', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { version: '1' } }],
  ])('requires client information: %s is -32602', async (_, params) => {
    const { status, message } = await endpoint.post(...legacy(undefined, 'initialize', params));
    expect([status, message.error?.code]).toEqual([200, -32602]);
  });
});

describe('a legacy request', () => {
  test.each([...legacyRevisions, undefined])('of %s gets a JSON response', async (version) => {
    const { status, isStream, message } = await endpoint.post(...legacy(version, 'tools/call', sum));
    expect([status, isStream]).toEqual([200, false]);
    expect(message.result).toMatchObject({ content: [{ type: 'text', text: '3' }] });
    expect(message.result).not.toHaveProperty('resultType');
  });

  test('may be a ping, with or without parameters (MCP-INIT-03)', async () => {
    expect((await endpoint.post(...legacy('2025-11-25', 'ping'))).message.result).toEqual({});
    expect((await endpoint.post(...legacy(undefined, 'ping', { _meta: { progressToken: 1 } }))).status).toBe(200);
  });

  test('may set a valid log level', async () => {
    const set = (level: unknown) => endpoint.post(...legacy('2025-06-18', 'logging/setLevel', { level }));
    expect((await set('warning')).message.result).toEqual({});
    expect((await set('loud')).message.error?.code).toBe(-32602);
    const quiet = createEndpoint(createTestService([]), { logging: false });
    const { message } = await quiet.post(...legacy('2025-06-18', 'logging/setLevel', { level: 'info' }));
    expect(message.error?.code).toBe(-32601);
  });

  test.each(['server/discover', 'resources/list', 'subscriptions/listen', 'constructor'])(
    'for an unknown method such as %s is -32601 with 200',
    async (method) => {
      const { status, message } = await endpoint.post(...legacy('2025-11-25', method));
      expect([status, message.error?.code, message.id]).toEqual([200, -32601, 1]);
    },
  );

  test('of an unknown revision is 400 with the supported revisions (MCP-HEAD-01)', async () => {
    const { status, message } = await endpoint.post(...legacy('1999-01-01' as never, 'ping'));
    expect([status, message.error?.code, message.id]).toEqual([400, -32022, 1]);
    expect(message.error?.data).toEqual({
      requested: '1999-01-01',
      supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    });
  });

  test.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a cancellation', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
    ['an answer', { jsonrpc: '2.0', id: 'ask-1', result: {} }],
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
  ])('of an unknown revision is 400 for any message: %s (MCP-HEAD-01)', async (_, value) => {
    const { status, message } = await endpoint.post(value, { headers: { 'mcp-protocol-version': '1999-01-01' } });
    expect([status, message.error?.code]).toEqual([400, -32022]);
  });

  test('with only the header of 2026-07-28 gets an error with the missing members', async () => {
    const { status, message } = await endpoint.post(...legacy('2026-07-28', 'tools/call', sum));
    expect([status, message.error?.code]).toEqual([400, -32602]);
  });

  test.each([
    [undefined, 200],
    ['*/*', 200],
    ['application/*;q=0.5', 200],
    ['application/json', 200],
    ['text/event-stream', 406],
    ['text/html, application/json;q=0', 406],
  ])('must accept JSON: Accept %s is %i', async (accept, expected) => {
    const [value] = legacy('2025-11-25', 'ping');
    for (const revision of [undefined, ...legacyRevisions]) {
      const { status, message } = await endpoint.post(value, { headers: { accept, 'mcp-protocol-version': revision } });
      expect([status, message.id]).toEqual([expected, 1]);
    }
  });

  test.each([
    ['no name', {}],
    ['a name that is a number', { ...sum, name: 7 }],
    ['arguments that are a list', { ...sum, arguments: [] }],
    ['arguments of null', { ...sum, arguments: null }],
    ['a progress token that is an object', { ...sum, _meta: { progressToken: {} } }],
  ])('to call a tool needs valid parameters: %s is -32602 with 200', async (_, params) => {
    const { status, message } = await endpoint.post(...legacy('2025-06-18', 'tools/call', params));
    expect([status, message.error?.code]).toEqual([200, -32602]);
  });

  test('is not canceled by a disconnect', async () => {
    const service = createTestService([add]);
    const controller = new AbortController();
    const [value, options] = legacy('2025-11-25', 'tools/call', sum);
    await createEndpoint(service).post(value, { ...options, signal: controller.signal });
    controller.abort();
    const [call] = service.calls;
    expect(call?.lifetime.signal.aborted).toBe(false);
    expect(call?.lifetime.signal).toBe(call?.lifetime.signal);
  });

  test('ignores the headers of 2026-07-28', async () => {
    const [value] = legacy('2025-11-25', 'tools/call', sum);
    const headers = { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'other', 'mcp-name': 'other' };
    expect((await endpoint.post(value, { headers })).message.result).toBeDefined();
  });
});

describe('a legacy notification or response', () => {
  test.each([
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } },
  ])('is accepted with 202 and no body: $method (MCP-RPC-04, MCP-HTTP-03)', async (value) => {
    const answer = await endpoint.open(value, { headers: { 'mcp-protocol-version': '2025-06-18' } });
    expect(answer.status).toBe(202);
    expect(answer.body).toBeUndefined();
  });
});

describe('an invalid legacy message', () => {
  test('has an error with a null id in revisions that require an id', async () => {
    const broken = { jsonrpc: '2.0', id: 1.5, method: 'ping' };
    const idOf = async (version: string | undefined) =>
      (await endpoint.post(broken, { headers: { 'mcp-protocol-version': version } })).message.id;
    expect(await Promise.all([undefined, '2025-06-18', '2025-11-25'].map(idOf))).toEqual([null, null, undefined]);
  });
});

describe('a batch', () => {
  const batch = [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: sum },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 'b', method: 'tools/list' },
    { jsonrpc: '2.0', id: 3, method: 'nothing' },
    { jsonrpc: '2.0', id: 4, result: {} },
    { jsonrpc: '2.0', id: 5, method: 'initialize', params: { ...client, protocolVersion: '2025-03-26' } },
    7,
    { jsonrpc: '1.0', id: 'c', method: 'ping' },
  ];
  const version = (revision: string | undefined) => ({ headers: { 'mcp-protocol-version': revision } });

  test('of 2025-03-26 gets one array with a response to each request', async () => {
    for (const revision of ['2025-03-26', undefined]) {
      const { status, messages } = await endpoint.post(batch, version(revision));
      expect(status).toBe(200);
      expect(messages.map(({ id, error }) => [id, error?.code])).toEqual([
        [1, undefined],
        ['b', undefined],
        [3, -32601],
        [5, -32600],
        [null, -32600],
        ['c', -32600],
      ]);
    }
  });

  test('gets 200 and a response for each call that ran, whatever the total length', async () => {
    const service = createTestService([echo]);
    const params = { name: 'Test_Echo', arguments: { value: 'x'.repeat(600_000) } };
    const calls = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    const { status, body, messages } = await createEndpoint(service).post(calls, version('2025-03-26'));
    expect(service.calls).toHaveLength(20);
    expect(status).toBe(200);
    expect(messages.map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
    expect((body as string).length).toBeLessThan(10 * 2 ** 20 + 20_000);
    const whole = messages.filter(({ result }) => result !== undefined);
    expect(whole.length).toBeGreaterThan(1);
    const rest = messages.slice(whole.length);
    expect(rest.map(({ error }) => error?.message)).toEqual(
      Array(20 - whole.length).fill(expect.stringMatching(/^The request ran, but its result was omitted/)),
    );
  });

  test('for a client that does not accept JSON is 406', async () => {
    const { status, message } = await endpoint.post(batch, { headers: { accept: 'text/event-stream' } });
    expect([status, message.id]).toEqual([406, null]);
  });

  test('with only notifications is accepted with 202', async () => {
    const notifications = [{ jsonrpc: '2.0', method: 'notifications/initialized' }];
    expect(await endpoint.open(notifications)).toMatchObject({ status: 202 });
  });

  test('runs its calls concurrently, and sends nothing before the array', async () => {
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'Test_Chatty', _meta: { progressToken: id } },
    });
    const { isStream, messages } = await endpoint.post([call(1), call(2)]);
    expect([isStream, messages.map(({ id }) => id)]).toEqual([false, [1, 2]]);
  });

  test.each([
    ['of 2025-06-18', batch, '2025-06-18'],
    ['of 2025-11-25', batch, '2025-11-25'],
    ['of 2026-07-28', batch, '2026-07-28'],
    ['of nothing', [], undefined],
    ['of more than 20', Array.from({ length: 21 }, () => batch[0]), undefined],
    [
      'with a request of 2026-07-28 in it',
      [{ jsonrpc: '2.0', id: 1, method: 'x', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 'x' } } }],
      undefined,
    ],
  ])('%s is -32600 with 400', async (_, value, revision) => {
    const { status, message } = await endpoint.post(value, version(revision));
    expect([status, message.error?.code]).toEqual([400, -32600]);
  });
});
