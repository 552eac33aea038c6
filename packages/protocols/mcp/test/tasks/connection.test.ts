import type { ToolDefinition } from '@toolwire/core';
import type { ServiceTasks, ToolService } from '@toolwire/core/wire';
import { deferred } from '@toolwire/internal/testing';
import { createTasks } from '@toolwire/tasks';
import { expect, test, vi } from 'vitest';
import { connectMcp } from '../../src/index.ts';
import { relayInputRequests } from '../../src/tasks/relay-input-requests.ts';
import { expectMessage, type SentMessage } from '../support/schemas.ts';
import { createTestService } from '../support/service.ts';
import { nameForm, tool } from '../support/tools.ts';

const related = 'io.modelcontextprotocol/related-task';

const asking = tool(
  'Job.Asking',
  async (_, { ask, progress }) => {
    const report = async (): Promise<void> => {
      for (const step of [1, 2, 3]) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        progress(step);
      }
    };
    // A notification in between does not cause another input request.
    const [{ name }] = await Promise.all([ask({ name: nameForm }), report()]);
    const { other } = await ask({ other: nameForm });
    return [name.content ?? name.action, other.content ?? other.action];
  },
  { taskSupport: 'required' },
);

/** A server with tasks. */
function serve(...tools: readonly ToolDefinition[]): ToolService {
  return createTestService([asking, ...tools], { tasks: createTasks() });
}

/** A connection of 2025-11-25 whose client declared these capabilities. */
function connect(capabilities: object, service = serve()) {
  const sent: SentMessage[] = [];
  const receive = (text: string): void => void sent.push(JSON.parse(text) as SentMessage);
  const connection = connectMcp(service, receive, { principal: { id: 'ada' } });
  const request = async (id: number, method: string, params: object): Promise<SentMessage> => {
    connection.receive({ jsonrpc: '2.0', id, method, params });
    return vi.waitFor(() => {
      const answer = sent.find((message) => message.id === id);
      if (answer === undefined) throw new Error(`No answer to ${method}`);
      expectMessage('2025-11-25', method, answer);
      return answer;
    });
  };
  const clientInfo = { name: 'test', version: '1' };
  connection.receive({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities, clientInfo },
  });
  return { connection, sent, request };
}

test('a task of 2025-11-25 requests input from a reachable client with its id, and has the status input_required meanwhile', async () => {
  const { connection, sent, request } = connect({ elicitation: {} });
  const created = await request(1, 'tools/call', { name: 'Job_Asking', task: {} });
  const { taskId } = (created.result as { readonly task: { readonly taskId: string } }).task;
  const asked = async (count: number): Promise<SentMessage> =>
    vi.waitFor(() => {
      const requests = sent.filter(({ method }) => method === 'elicitation/create');
      expect(requests).toHaveLength(count);
      return requests[count - 1] as SentMessage;
    });
  const first = await asked(1);
  expectMessage('2025-11-25', '', first);
  expect(first.params).toMatchObject({ message: 'What is your name?', _meta: { [related]: { taskId } } });
  let lastId = 10;
  const getTask = (): Promise<SentMessage> => {
    lastId += 1;
    return request(lastId, 'tasks/get', { taskId });
  };
  const current = { status: 'input_required', statusMessage: '3' };
  await vi.waitFor(async () => expect((await getTask()).result).toMatchObject(current), { timeout: 5_000 });
  expect(await asked(1)).toBe(first);
  const waiting = request(3, 'tasks/result', { taskId });
  connection.receive({ jsonrpc: '2.0', id: first.id, result: { action: 'accept', content: { name: 'Ada' } } });
  const second = await asked(2);
  connection.receive({ jsonrpc: '2.0', id: second.id, result: { action: 'decline' } });

  expect((await waiting).result).toMatchObject({ structuredContent: { result: [{ name: 'Ada' }, 'decline'] } });
  expect((await request(4, 'tasks/get', { taskId })).result).toMatchObject({ status: 'completed' });
  await connection.close();
});

test('a task of 2025-11-25 cancels its requests when it is canceled', async () => {
  const { connection, sent, request } = connect({ elicitation: {} });
  const created = await request(1, 'tools/call', { name: 'Job_Asking', task: {} });
  const { taskId } = (created.result as { readonly task: { readonly taskId: string } }).task;
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'elicitation/create')).toBe(true));
  await request(2, 'tasks/cancel', { taskId });
  const { id } = sent.find(({ method }) => method === 'elicitation/create') ?? {};
  await vi.waitFor(() => {
    const canceled = sent.find(({ method }) => method === 'notifications/cancelled');
    expect(canceled?.params).toEqual({ requestId: id });
  });
  await connection.close();
});

test('a task of 2025-11-25 keeps its request when the connection closes, and sends it on the next one', async () => {
  const service = serve();
  const { connection, sent, request } = connect({ elicitation: {} }, service);
  const created = await request(1, 'tools/call', { name: 'Job_Asking', task: {} });
  const { taskId } = (created.result as { readonly task: { readonly taskId: string } }).task;
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'elicitation/create')).toBe(true));
  await connection.close();
  await new Promise((resolve) => setTimeout(resolve, 20));

  const next = connect({ elicitation: {} }, service);
  expect((await next.request(1, 'tasks/get', { taskId })).result).toMatchObject({ status: 'input_required' });
  const waiting = next.request(2, 'tasks/result', { taskId });
  const answered = async (count: number): Promise<void> => {
    const asked = await vi.waitFor(() => {
      const requests = next.sent.filter(({ method }) => method === 'elicitation/create');
      expect(requests).toHaveLength(count);
      return requests[count - 1];
    });
    next.connection.receive({ jsonrpc: '2.0', id: asked?.id, result: { action: 'accept', content: { name: 'Ada' } } });
  };
  await answered(1);
  await answered(2);
  expect((await waiting).result).toMatchObject({ structuredContent: { result: [{ name: 'Ada' }, { name: 'Ada' }] } });
  await next.connection.close();
});

test('a task of 2025-11-25 that requests input after the connection closed gets no answer from the server', async () => {
  const started = deferred();
  const later = tool(
    'Job.Later',
    async (_, { ask }) => {
      await started.promise;
      return (await ask({ name: nameForm }))['name'];
    },
    { taskSupport: 'required' },
  );
  const service = serve(later);
  const { connection, request } = connect({ elicitation: {} }, service);
  const created = await request(1, 'tools/call', { name: 'Job_Later', task: {} });
  const { taskId } = (created.result as { readonly task: { readonly taskId: string } }).task;
  await connection.close();
  started.resolve();
  await new Promise((resolve) => setTimeout(resolve, 20));

  const next = connect({ elicitation: {} }, service);
  expect((await next.request(1, 'tasks/get', { taskId })).result).toMatchObject({ status: 'input_required' });
  await next.connection.close();
});

test('a task of 2025-11-25 describes undeclared input as text', async () => {
  const { connection, request } = connect({});
  const created = await request(1, 'tools/call', { name: 'Job_Asking', task: {} });
  const { taskId } = (created.result as { readonly task: { readonly taskId: string } }).task;
  expect((await request(2, 'tasks/result', { taskId })).result).toMatchObject({ isError: true });
  await connection.close();
});

test('a task whose store can no longer be read requests no input, and the error is logged', async () => {
  const down = new Error('The store is down');
  const tasks = { onChange: () => Promise.reject(down) } as Partial<ServiceTasks> as ServiceTasks;
  const report = vi.fn();
  const times = { createdAt: 0, updatedAt: 0, ttlMs: 1000, pollIntervalMs: 1 };
  const stop = relayInputRequests(
    { tasks, owner: 'ada' },
    { id: 't', version: 1, status: 'working', ...times },
    { ask: vi.fn(), report },
  );
  await vi.waitFor(() => expect(report.mock.calls).toEqual([[down]]));
  stop();
});
