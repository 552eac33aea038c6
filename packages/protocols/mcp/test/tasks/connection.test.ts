import type { ServiceTasks } from '@toolwire/core/wire';
import { createTasks } from '@toolwire/tasks';
import { expect, test, vi } from 'vitest';
import { connectMcp, type McpOutgoing } from '../../src/index.ts';
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

/** A connection of 2025-11-25 whose client declared these capabilities. */
function connect(capabilities: object) {
  const sent: SentMessage[] = [];
  const receive = (message: McpOutgoing): void => void sent.push(message as unknown as SentMessage);
  const connection = connectMcp(createTestService([asking], { tasks: createTasks({ pollIntervalMs: 1 }) }), receive);
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
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await request(2, 'tasks/get', { taskId })).result).toMatchObject({
    status: 'input_required',
    statusMessage: '3',
  });
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
    const cancelled = sent.find(({ method }) => method === 'notifications/cancelled');
    expect(cancelled?.params).toEqual({ requestId: id });
  });
  await connection.close();
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
    vi.fn(),
    report,
  );
  await vi.waitFor(() => expect(report.mock.calls).toEqual([[down]]));
  stop();
});
