import type { ServiceTasks } from '@toolwire/core/wire';
import { createTasks } from '@toolwire/tasks';
import { describe, expect, test, vi } from 'vitest';
import { createEndpoint, legacy } from './support/http.ts';
import { createMemoryMailbox } from './support/memory-mailbox.ts';
import { expectMessage } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { beginSession } from './support/session.ts';
import { asking, colourForm, curious, nameForm, tool } from './support/tools.ts';

const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const ask = { id: 1, method: 'tools/call', params: { name: 'Test_Asking' } };
const stateSecret = 'a secret that all of the processes have';

/** A tool that runs until its signal aborts, and records events. */
function createEndlessTool() {
  const events: string[] = [];
  const definition = tool('Test.Endless', (_, { signal, progress }) => {
    events.push('begun');
    progress(1);
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        events.push('aborted');
        resolve('given up');
      }),
    );
  });
  return { definition, events };
}

const call = (id: number | string, meta = {}) => ({
  id,
  method: 'tools/call',
  params: { name: 'Test_Endless', _meta: meta },
});
const cancel = (requestId: unknown) => ({ method: 'notifications/cancelled', params: { requestId } });

describe('a call of a session', () => {
  test('ends without a response when its client cancels it (MCP-CANC-02)', async () => {
    const { definition, events } = createEndlessTool();
    const client = await beginSession(createEndpoint(createTestService([definition])));
    const answer = client.send(call(7));
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    expect((await client.send(cancel(7))).status).toBe(202);
    expect(events).toEqual(['begun', 'aborted']);
    const { status, isStream, messages } = await answer;
    expect([status, isStream, messages]).toEqual([200, true, []]);
  });

  test('ends a started stream without a response', async () => {
    const { definition, events } = createEndlessTool();
    const client = await beginSession(createEndpoint(createTestService([definition])));
    const stream = await client.open(call('a', { progressToken: 't' }));
    expect(await stream.next()).toMatchObject({ method: 'notifications/progress' });
    await client.send(cancel('a'));
    expect(await stream.next()).toBeUndefined();
    expect(events).toEqual(['begun', 'aborted']);
  });

  test('gets a cancellation error if only JSON is accepted', async () => {
    const { definition, events } = createEndlessTool();
    const endpoint = createEndpoint(createTestService([definition]));
    const client = await beginSession(endpoint);
    const headers = { accept: 'application/json', 'mcp-session-id': client.id };
    const answer = endpoint.post({ jsonrpc: '2.0', ...call(1) }, { headers });
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    await client.send(cancel(1));
    expect((await answer).message).toMatchObject({ id: 1, error: { code: -32603 } });
  });

  test('is omitted from the responses to its batch', async () => {
    const { definition, events } = createEndlessTool();
    const endpoint = createEndpoint(createTestService([definition]));
    const client = await beginSession(endpoint, { revision: '2025-03-26' });
    const headers = { 'mcp-session-id': client.id };
    const batch = (...messages: object[]) =>
      endpoint.post(
        messages.map((message) => ({ jsonrpc: '2.0', ...message })),
        { headers },
      );
    const answer = batch(call(1), { id: 2, method: 'ping' });
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    expect((await batch(cancel(1))).status).toBe(202);
    expect((await answer).messages).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
  });

  test.each([
    ['another id', cancel(8)],
    ['its id as a text', cancel('7')],
    ['no id', cancel(undefined)],
    ['an id that is none', cancel({ 7: 7 })],
    ['another method', { method: 'notifications/initialized', params: { requestId: 7 } }],
  ])('continues when something else is canceled: %s (MCP-CANC-02)', async (_, other) => {
    const { definition, events } = createEndlessTool();
    const client = await beginSession(createEndpoint(createTestService([definition])));
    const answer = client.send(call(7));
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    expect((await client.send(other)).status).toBe(202);
    expect(events).toEqual(['begun']);
    await client.end();
    await answer;
  });

  test('cannot be canceled by other callers, without the session, or by a disconnect', async () => {
    const { definition, events } = createEndlessTool();
    const endpoint = createEndpoint(createTestService([definition]));
    const [client, other] = [await beginSession(endpoint), await beginSession(endpoint)];
    const stream = await client.open(call(7, { progressToken: 't' }));
    await stream.next();
    await other.send(cancel(7));
    await endpoint.post(...legacy('2025-06-18', 'notifications/cancelled', { requestId: 7 }));
    await stream.leave();
    expect(events).toEqual(['begun']);
    await client.end();
    expect(events).toEqual(['begun', 'aborted']);
  });

  test('ends when another process receives the cancellation, with a mailbox', async () => {
    const { definition, events } = createEndlessTool();
    const mailbox = createMemoryMailbox();
    const [here, elsewhere] = [definition, definition].map((one) =>
      createEndpoint(createTestService([one]), { stateSecret, sessions: { mailbox } }),
    );
    if (here === undefined || elsewhere === undefined) throw new Error('There are two');
    const client = await beginSession(elsewhere);
    const answer = client.send(call(7), here);
    await vi.waitFor(() => expect(events).toEqual(['begun']));
    expect((await client.send(cancel(7))).status).toBe(202);
    await vi.waitFor(() => expect(events).toEqual(['begun', 'aborted']));
    expect((await answer).messages).toEqual([]);
    expect(mailbox.messages.size).toBe(0);
  });
});

describe('a tool that requests input from the client of a session', () => {
  const model = { kind: 'sampling', params: { messages: [], maxTokens: 5 } } as const;

  test('sends its requests on the stream of the call and continues with the answers', async () => {
    const endpoint = createEndpoint(createTestService([asking({ name: nameForm, model, folders: { kind: 'roots' } })]));
    const client = await beginSession(endpoint, { revision: '2025-11-25', capabilities });
    const stream = await client.open(ask);
    const asked = [await stream.next(), await stream.next(), await stream.next()];
    expect(asked.map((message) => message?.method)).toEqual([
      'elicitation/create',
      'sampling/createMessage',
      'roots/list',
    ]);
    for (const message of asked) expectMessage('2025-11-25', '', message ?? { jsonrpc: '2.0' });
    expect(new Set(asked.map((message) => message?.id)).size).toBe(3);
    const said = { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' };
    const [form, sampling, roots] = asked;
    await client.send({ id: roots?.id, error: { code: -32601, message: 'No' } });
    await client.send({ id: sampling?.id, result: said });
    expect((await client.send({ id: form?.id, result: { action: 'accept', content: { name: 'Ada' } } })).status).toBe(
      202,
    );
    expect((await stream.next())?.result?.['structuredContent']).toEqual({
      name: { action: 'accept', content: { name: 'Ada' } },
      model: { action: 'accept', content: said },
      folders: { action: 'cancel' },
    });
    expect(await stream.next()).toBeUndefined();
  });

  test('waits at its call: requests are sent one after the other', async () => {
    const client = await beginSession(createEndpoint(createTestService([curious])), { capabilities });
    const stream = await client.open({ ...ask, params: { name: 'Test_Curious' } });
    await client.send({ id: (await stream.next())?.id, result: { action: 'accept', content: { name: 'Ada' } } });
    await client.send({ id: (await stream.next())?.id, result: { action: 'accept', content: { colour: 'red' } } });
    expect((await stream.next())?.result?.['structuredContent']).toEqual({
      result: [{ name: 'Ada' }, { colour: 'red' }],
    });
  });

  test('describes undeclared input as text (MCP-ASK-01)', async () => {
    const page = { kind: 'url', message: 'Open', url: 'https://app.example.com' } as const;
    const endpoint = createEndpoint(createTestService([asking({ page, colour: colourForm, model })]));
    for (const declared of [
      {},
      { elicitation: {} },
      { elicitation: { url: {} }, sampling: {} },
      { elicitation: true },
    ]) {
      const client = await beginSession(endpoint, { capabilities: declared });
      const { isStream, message } = await client.send(ask);
      expect([isStream, message.result?.['isError']]).toEqual([false, true]);
      expect(JSON.stringify(message.result)).toContain('Which colour?');
    }
  });

  test('sends no request without a stream or in a batch', async () => {
    const endpoint = createEndpoint(createTestService([asking({ name: nameForm })]));
    const { id } = await beginSession(endpoint, { revision: '2025-03-26', capabilities });
    const accept = { 'mcp-session-id': id, accept: 'application/json' };
    const alone = await endpoint.post({ jsonrpc: '2.0', ...ask }, { headers: accept });
    const among = await endpoint.post([{ jsonrpc: '2.0', ...ask }], { headers: { 'mcp-session-id': id } });
    for (const { isStream, message } of [alone, among]) {
      expect([isStream, message.result?.['isError']]).toEqual([false, true]);
    }
  });

  test('accepts one answer, only from its own session', async () => {
    const endpoint = createEndpoint(createTestService([asking({ name: nameForm })]));
    const [client, other] = [
      await beginSession(endpoint, { capabilities }),
      await beginSession(endpoint, { capabilities }),
    ];
    const stream = await client.open(ask);
    const id = (await stream.next())?.id;
    const answer = (name: string) => ({ id, result: { action: 'accept', content: { name } } });
    expect((await other.send(answer('Eve'))).status).toBe(202);
    expect((await endpoint.open({ jsonrpc: '2.0', ...answer('Eve') })).status).toBe(202);
    await client.send(answer('Ada'));
    await client.send(answer('Bob'));
    expect((await stream.next())?.result?.['structuredContent']).toEqual({
      name: { action: 'accept', content: { name: 'Ada' } },
    });
  });

  test.each([
    ['reads the stream no longer', 'leave'],
    ['cancels the call', 'cancel'],
    ['ends the session', 'end'],
  ] as const)('receives a cancellation when its client %s', async (_, how) => {
    const received: unknown[] = [];
    const definition = tool('Test.Asking', async (__, context) => {
      received.push((await context.ask({ name: nameForm })).name);
      return 1;
    });
    const client = await beginSession(createEndpoint(createTestService([definition])), { capabilities });
    const stream = await client.open(ask);
    expect(await stream.next()).toMatchObject({ method: 'elicitation/create' });
    if (how === 'leave') await stream.leave();
    if (how === 'cancel') await client.send(cancel(1));
    if (how === 'end') await client.end();
    await vi.waitFor(() => expect(received).toEqual([{ action: 'cancel' }]));
  });

  test('keeps the request of its task when the client stops reading the stream of tasks/result', async () => {
    const definition = tool('Test.Asking', async (_, context) => context.ask({ name: nameForm }), {
      taskSupport: 'required',
    });
    const service = createTestService([definition], { tasks: createTasks() });
    const tasks = service.tasks && {
      ...service.tasks,
      // A store may need a moment to stop waiting.
      result: async (...wanted: Parameters<ServiceTasks['result']>) => {
        try {
          return await service.tasks?.result(...wanted);
        } finally {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      },
    };
    const start = { revision: '2025-11-25', capabilities, principal: { id: 'ada' } } as const;
    const client = await beginSession(createEndpoint({ ...service, tasks }), start);
    const created = await client.send({ ...ask, params: { ...ask.params, task: {} } });
    const task = created.message.result?.['task'] as { readonly taskId: string } | undefined;
    const params = { taskId: task?.taskId };
    const stream = await client.open({ id: 2, method: 'tasks/result', params });
    const requested = async (): Promise<void> => {
      if ((await stream.next())?.method !== 'elicitation/create') await requested();
    };
    await requested();
    await stream.leave();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { message } = await client.send({ id: 3, method: 'tasks/get', params });
    expect(message.result).toMatchObject({ status: 'input_required' });
  });

  test('receives an answer from another process, with a mailbox', async () => {
    const mailbox = createMemoryMailbox();
    const options = { stateSecret, sessions: { mailbox } };
    const [here, elsewhere] = [
      createEndpoint(createTestService([asking({ name: nameForm })]), options),
      createEndpoint(createTestService([]), options),
    ];
    const client = await beginSession(here, { capabilities });
    const stream = await client.open(ask);
    const id = (await stream.next())?.id;
    const answer = { id, result: { action: 'accept', content: { name: 'Ada' } } };
    expect((await client.send(answer, elsewhere)).status).toBe(202);
    expect((await stream.next())?.result?.['structuredContent']).toEqual({
      name: { action: 'accept', content: { name: 'Ada' } },
    });
  });

  test('stores no unrequested or very long answer in the mailbox', async () => {
    const mailbox = createMemoryMailbox();
    const client = await beginSession(createEndpoint(createTestService([]), { stateSecret, sessions: { mailbox } }));
    for (const id of [1, 'ask-1', 'x'.repeat(200)]) await client.send({ id, result: {} });
    await client.send({ id: `ask-${crypto.randomUUID()}`, result: { content: 'x'.repeat(300_000) } });
    expect(mailbox.messages.size).toBe(0);
  });

  test('continues when its mailbox fails, and logs the error', async () => {
    const warn = vi.fn();
    const gone = () => Promise.reject(new Error('The mailbox is away'));
    const { definition, events } = createEndlessTool();
    const options = { logger: { warn }, stateSecret, sessions: { mailbox: { leave: gone, collect: gone } } };
    const client = await beginSession(createEndpoint(createTestService([definition]), options));
    expect((await client.send(cancel(99))).status).toBe(202);
    const answer = client.send(call(7));
    await vi.waitFor(() => expect(warn.mock.calls.length).toBeGreaterThan(1));
    await client.send(cancel(7));
    expect(events).toEqual(['begun', 'aborted']);
    await answer;
  });
});
