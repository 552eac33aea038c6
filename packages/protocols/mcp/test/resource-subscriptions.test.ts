import { describe, expect, test, vi } from 'vitest';
import {
  createMcpUpdates,
  defineResource,
  type McpOptions,
  type McpUpdates,
  type ResourceDefinition,
} from '../src/index.ts';
import { connect, enveloped } from './support/connection.ts';
import { createEndpoint, eventsOf, legacy, modern } from './support/http.ts';
import { legacyRevisions, type SentMessage } from './support/schemas.ts';
import { createTestService, type TestService } from './support/service.ts';
import { beginSession, type SessionClient } from './support/session.ts';
import { add, tool } from './support/tools.ts';

const guide = defineResource({ uri: 'docs://guide', name: 'guide.md', text: 'Read me' });
const notes = defineResource({ uri: 'notes://{+path}', name: 'notes', read: ({ path }) => path });
const secret = defineResource({
  uri: 'docs://secret',
  name: 'secret',
  text: '',
  visible: (client) => client !== undefined,
});
const resources: readonly ResourceDefinition[] = [guide, notes, secret];

/** Counts listeners. */
function countedUpdates(): McpUpdates & { readonly listening: number } {
  const updates = createMcpUpdates();
  let listening = 0;
  return {
    ...updates,
    onResourceUpdated: (listener) => {
      listening++;
      const forget = updates.onResourceUpdated(listener);
      return () => {
        listening--;
        forget();
      };
    },
    get listening() {
      return listening;
    },
  };
}

const updated = (uri: string) => ({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
const isUpdate = ({ method }: SentMessage): boolean => method === 'notifications/resources/updated';
const subscribe = (uri: unknown, id = 5) => ({ id, method: 'resources/subscribe', params: { uri } });
const unsubscribe = (uri: unknown) => ({ id: 6, method: 'resources/unsubscribe', params: { uri } });

describe('over a connection', () => {
  test.each(legacyRevisions)(
    'a client of %s is notified of its subscriptions until it unsubscribes',
    async (revision) => {
      const updates = countedUpdates();
      const client = connect(createTestService([add]), { resources, updates });
      await client.initialize(revision);
      // Declared where subscriptions are stored. MCP-RES-01
      expect(client.sent[0]?.result?.['capabilities']).toMatchObject({ resources: { subscribe: true } });
      for (const uri of ['docs://guide', 'notes://a/b']) {
        expect((await client.request('resources/subscribe', { uri })).result).toEqual({});
      }
      for (const uri of ['docs://guide', 'docs://other', 'notes://a', 'notes://a/b']) updates.resourceUpdated(uri);
      expect(client.sent.filter(isUpdate)).toEqual([updated('docs://guide'), updated('notes://a/b')]);
      expect((await client.request('resources/unsubscribe', { uri: 'docs://guide' })).result).toEqual({});
      updates.resourceUpdated('docs://guide');
      expect(client.sent.filter(isUpdate)).toHaveLength(2);
      expect(updates.listening).toBe(1);
      await client.close();
      expect(updates.listening).toBe(0);
    },
  );

  test.each([
    ['of nothing', 'docs://none', -32002],
    ['of what the client may not see', 'docs://secret', -32002],
    ['that is none', 'no address', -32602],
    ['that is missing', undefined, -32602],
    ['that is no text, nor can be one', { toString: 1, valueOf: 1 }, -32602],
  ])('the URI %s is rejected (MCP-RES-02, MCP-RES-05)', async (_what, uri, code) => {
    const updates = countedUpdates();
    const client = connect(createTestService([add]), { resources, updates });
    await client.initialize('2025-11-25');
    expect((await client.request('resources/subscribe', { uri })).error?.code).toBe(code);
    const { result, error } = await client.request('resources/unsubscribe', { uri });
    expect([result, error?.code]).toEqual(typeof uri === 'string' ? [{}, undefined] : [undefined, -32602]);
    expect(updates.listening).toBe(0);
  });

  test('a client at the limit can unsubscribe and subscribe again', async () => {
    const client = connect(createTestService([add]), { resources, updates: createMcpUpdates() });
    await client.initialize('2025-11-25');
    const uris = Array.from(
      { length: 16 },
      (_, index) => `notes://${String(index).padStart(2, '0')}${'x'.repeat(2038)}`,
    );
    for (const uri of uris) expect((await client.request('resources/subscribe', { uri })).result).toEqual({});
    expect((await client.request('resources/subscribe', { uri: 'docs://guide' })).error?.code).toBe(-32603);
    expect((await client.request('resources/subscribe', { uri: uris[0] })).result).toEqual({});
    await client.request('resources/unsubscribe', { uri: uris[0] });
    expect((await client.request('resources/subscribe', { uri: 'docs://guide' })).result).toEqual({});
  });

  test('there are no subscriptions if the app reports no changes', async () => {
    const client = connect(createTestService([add]), { resources });
    await client.initialize('2025-11-25');
    expect(client.sent[0]?.result?.['capabilities']).toMatchObject({ resources: {} });
    expect(JSON.stringify(client.sent[0])).not.toContain('subscribe');
    expect((await client.request('resources/subscribe', { uri: 'docs://guide' })).error?.code).toBe(-32601);
  });
});

/** A tool that reports its start and runs until it is released. */
function createBlockingTool() {
  const ends: (() => void)[] = [];
  const definition = tool('Test.Waiting', (_, { progress }) => {
    progress(1);
    return new Promise((resolve) => ends.push(() => resolve('done')));
  });
  return { definition, end: () => ends.shift()?.() };
}

const call = (id: number) => ({
  id,
  method: 'tools/call',
  params: { name: 'Test_Waiting', _meta: { progressToken: id } },
});

async function setUp(options: McpOptions = {}) {
  const updates = countedUpdates();
  const { definition, end } = createBlockingTool();
  const endpoint = createEndpoint(createTestService([definition]), { resources, updates, ...options });
  const subscribed = async (uri: string, principal?: { readonly id: string }): Promise<SessionClient> => {
    const client = await beginSession(endpoint, { revision: '2025-11-25', ...(principal && { principal }) });
    expect((await client.send(subscribe(uri))).message.result).toEqual({});
    return client;
  };
  return { updates, endpoint, end, subscribed };
}

describe('over HTTP, with a session', () => {
  test('a client is notified on exactly one of its open streams (MCP-HTTP-08)', async () => {
    const { updates, end, subscribed } = await setUp();
    const client = await subscribed('docs://guide');
    const otherClient = await subscribed('notes://a');
    const streams = [await client.open(call(1)), await client.open(call(2)), await otherClient.open(call(3))];
    for (const stream of streams) expect(await stream.next()).toMatchObject({ method: 'notifications/progress' });
    updates.resourceUpdated('docs://guide');
    for (let remaining = 3; remaining > 0; remaining--) end();
    const next = await Promise.all(streams.map((stream) => stream.next()));
    expect(next).toEqual([
      updated('docs://guide'),
      expect.objectContaining({ id: 2 }),
      expect.objectContaining({ id: 3 }),
    ]);
  });

  test('changes without an open stream are sent once, on the next one', async () => {
    const { updates, end, subscribed } = await setUp();
    const client = await subscribed('docs://guide');
    await client.send(subscribe('notes://a'));
    for (const uri of ['docs://guide', 'docs://guide', 'notes://a']) updates.resourceUpdated(uri);
    await client.send(unsubscribe('notes://a'));
    const stream = await client.open(call(1));
    expect(await stream.next()).toEqual(updated('docs://guide'));
    expect(await stream.next()).toMatchObject({ method: 'notifications/progress' });
    end();
    expect(await stream.next()).toMatchObject({ id: 1 });
    expect(await (await client.open(call(2))).next()).toMatchObject({ method: 'notifications/progress' });
    end();
  });

  test('nothing is sent on a closed stream', async () => {
    const { updates, end, subscribed } = await setUp();
    const client = await subscribed('docs://guide');
    const remaining = await client.open(call(1));
    await remaining.next();
    await remaining.leave();
    updates.resourceUpdated('docs://guide');
    expect(await (await client.open(call(2))).next()).toEqual(updated('docs://guide'));
    end();
    end();
  });

  test('subscriptions end with the session', async () => {
    const { updates, subscribed } = await setUp();
    const client = await subscribed('docs://guide');
    expect(updates.listening).toBe(1);
    await client.end();
    expect(updates.listening).toBe(0);
  });

  test('the oldest subscribed sessions are removed at a limit, first those of the same caller', async () => {
    const { updates, subscribed } = await setUp({ maxListeners: 2 });
    const listening: number[] = [];
    for (const id of ['ada', 'ada', 'ben', 'cleo']) {
      await subscribed('docs://secret', { id });
      listening.push(updates.listening);
    }
    expect(listening).toEqual([1, 1, 2, 2]);
  });

  test('the capability is not declared, and requires a session', async () => {
    const { endpoint } = await setUp();
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { message } = await endpoint.post(...legacy(undefined, 'initialize', params));
    expect(message.result?.['capabilities']).toMatchObject({ resources: {} });
    expect(JSON.stringify(message)).not.toContain('subscribe');
    const answer = await endpoint.post(...legacy('2025-11-25', 'resources/subscribe', { uri: 'docs://guide' }));
    expect(answer.message.error?.code).toBe(-32601);
  });
});

describe('with subscriptions/listen', () => {
  const subscription = { 'io.modelcontextprotocol/subscriptionId': 'l1' };

  async function listen(service: TestService, options: McpOptions, resourceSubscriptions: unknown) {
    const [value, sent] = modern('subscriptions/listen', { notifications: { resourceSubscriptions } }, { id: 'l1' });
    const { body } = await createEndpoint(service, options).open(value, sent);
    if (typeof body === 'string' || !(Symbol.asyncIterator in Object(body))) return { body };
    const pieces = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const next = async () => {
      const piece = await pieces.next();
      return piece.done === true ? 'end' : eventsOf(new TextDecoder().decode(piece.value));
    };
    return { body, next, leave: () => pieces.return?.() };
  }

  test('a client is notified only of requested resources that it may see (MCP-SUB-01, MCP-SUB-03)', async () => {
    const updates = countedUpdates();
    const wanted = ['docs://guide', 'docs://none', 'docs://secret', 'no address', 'docs://guide', 'notes://a'];
    const stream = await listen(createTestService([add]), { resources, updates }, wanted);
    expect(await stream.next?.()).toMatchObject([
      { params: { notifications: { resourceSubscriptions: ['docs://guide', 'notes://a'] }, _meta: subscription } },
    ]);
    for (const uri of ['docs://none', 'docs://guide']) updates.resourceUpdated(uri);
    expect(await stream.next?.()).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/resources/updated',
        params: { uri: 'docs://guide', _meta: subscription },
      },
    ]);
    expect(updates.listening).toBe(1);
    await stream.leave?.();
    await vi.waitFor(() => expect(updates.listening).toBe(0));
  });

  test('unknown URIs cost only their lookup, however many a client sends', async () => {
    let asked = 0;
    const visible = () => {
      asked += 1;
      return true;
    };
    const wanted = Array.from({ length: 999 }, (_, index) => `docs://guidd${index}`);
    const options = { resources: [{ ...guide, visible }, notes], updates: createMcpUpdates() };
    const stream = await listen(createTestService([add]), options, [...wanted, 'docs://guide']);
    expect(await stream.next?.()).toMatchObject([
      { params: { notifications: { resourceSubscriptions: ['docs://guide'] } } },
    ]);
    expect(asked).toBe(1);
    await stream.leave?.();
  });

  test('an invalid list of URIs is rejected', async () => {
    const { body } = await listen(createTestService([add]), { resources, updates: createMcpUpdates() }, [7]);
    expect(body).toContain('-32602');
  });

  test('the capability is declared if the app reports changes', async () => {
    const capabilitiesOf = async (options: McpOptions) =>
      (await connect(createTestService([add]), options).request('server/discover', enveloped())).result?.[
        'capabilities'
      ];
    expect(await capabilitiesOf({ resources, updates: createMcpUpdates() })).toMatchObject({
      resources: { subscribe: true },
    });
    expect(await capabilitiesOf({ resources })).toMatchObject({ resources: {} });
    expect(await capabilitiesOf({ updates: createMcpUpdates() })).not.toHaveProperty('resources');
  });
});
