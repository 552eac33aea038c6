import { describe, expect, test, vi } from 'vitest';
import { createEndpoint, eventsOf, modern } from './support/http.ts';
import { expectMessage, type SentMessage } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, echo } from './support/tools.ts';

const subscription = { 'io.modelcontextprotocol/subscriptionId': 'l1' };

function setUp(maxListeners?: number) {
  const service = createTestService([add]);
  const endpoint = createEndpoint(service, { ...(maxListeners !== undefined && { maxListeners }) });
  const controller = new AbortController();
  const listen = (notifications: unknown, headers: Record<string, string> = {}) => {
    const [value, options] = modern('subscriptions/listen', { notifications }, { id: 'l1' });
    return endpoint.open(value, { headers: { ...options.headers, ...headers }, signal: controller.signal });
  };
  const read = async (notifications: unknown) => reader((await listen(notifications)).body);
  return { service, endpoint, controller, listen, read };
}

function reader(body: unknown) {
  const iterator = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  return {
    async next(): Promise<readonly SentMessage[] | 'end'> {
      const read = await iterator.next();
      if (read.done === true) return 'end';
      const messages = eventsOf(new TextDecoder().decode(read.value));
      for (const message of messages) expectMessage('2026-07-28', 'subscriptions/listen', message);
      return messages;
    },
    leave: () => iterator.return?.(),
  };
}

describe('subscriptions/listen', () => {
  test('is acknowledged first, with the granted subscriptions (MCP-SUB-01)', async () => {
    const { listen, read } = setUp();
    const response = await listen({ toolsListChanged: true });
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } });
    const asked = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['a:b'] };
    expect(await (await read(asked)).next()).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta: subscription, notifications: { toolsListChanged: true } },
      },
    ]);
  });

  test('notifies of changed tools until the client disconnects (MCP-SUB-02)', async () => {
    const { service, read } = setUp();
    const stream = await read({ toolsListChanged: true });
    await stream.next();
    for (const tools of [[echo], [add]]) {
      service.replace(tools);
      expect(await stream.next()).toEqual([
        { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: subscription } },
      ]);
    }
    expect(service.listening).toBe(2);
    await stream.leave();
    await vi.waitFor(() => expect(service.listening).toBe(0));
  });

  test('sends no unrequested notifications (MCP-SUB-03)', async () => {
    const { service, read } = setUp();
    for (const notifications of [
      {},
      { toolsListChanged: false },
      { toolsListChanged: 'yes' },
      { promptsListChanged: true },
    ]) {
      const stream = await read(notifications);
      expect(await stream.next()).toMatchObject([{ params: { notifications: {} } }]);
      service.replace([echo]);
      service.stop();
      expect(await stream.next()).toMatchObject([{ id: 'l1' }]);
    }
  });

  test('ends with a response when the server stops (MCP-CANC-03)', async () => {
    const { service, read } = setUp();
    const stream = await read({ toolsListChanged: true });
    await stream.next();
    service.stop();
    expect(await stream.next()).toEqual([
      { jsonrpc: '2.0', id: 'l1', result: { resultType: 'complete', _meta: subscription } },
    ]);
    expect(await stream.next()).toBe('end');
    expect(service.listening).toBe(0);
  });

  test('ends when the connection breaks, even before it starts', async () => {
    const { service, controller, read } = setUp();
    await read({ toolsListChanged: true });
    controller.abort();
    expect(service.listening).toBe(0);
    const late = await read({ toolsListChanged: true });
    expect(service.listening).toBe(0);
    expect(await late.next()).toHaveLength(2);
    expect(await late.next()).toBe('end');
  });

  test.each([undefined, null, [], 'tools'])('needs a filter: %j is -32602', async (notifications) => {
    const { endpoint } = setUp();
    const { message } = await endpoint.post(...modern('subscriptions/listen', { notifications }));
    expect(message.error?.code).toBe(-32602);
  });

  test('needs a client that accepts a stream', async () => {
    const { listen } = setUp();
    expect((await listen({}, { accept: 'application/json' })).status).toBe(406);
  });

  test('is limited in total', async () => {
    const { listen, endpoint } = setUp(2);
    const first = reader((await listen({ toolsListChanged: true })).body);
    await first.next();
    await listen({ toolsListChanged: true });
    const { status, message } = await endpoint.post(...modern('subscriptions/listen', { notifications: {} }));
    expect([status, message.error?.code]).toEqual([503, -32603]);
    await first.leave();
    await vi.waitFor(async () => expect((await listen({})).status).toBe(200));
  });

  test('is limited to a tenth per principal, so that other principals can listen', async () => {
    const endpoint = createEndpoint(createTestService([add]), { maxListeners: 20 });
    const listenAs = (id: string, signal: AbortSignal) => {
      const [value, options] = modern('subscriptions/listen', { notifications: {} });
      const [name = '', issuer] = id.split('@');
      return endpoint.open(value, { ...options, principal: { id: name, issuer }, signal });
    };
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const statuses: number[] = [];
    for (const [id, { signal }] of [
      ['mallory', leaving],
      ['mallory', staying],
      ['mallory', staying],
      // The same name from another issuer is a different caller.
      ['mallory@other', staying],
      ['grace', staying],
    ] as const) {
      statuses.push((await listenAs(id, signal)).status);
    }
    expect(statuses).toEqual([200, 200, 503, 200, 200]);
    leaving.abort();

    await vi.waitFor(async () => expect((await listenAs('mallory', staying.signal)).status).toBe(200));
  });
});
