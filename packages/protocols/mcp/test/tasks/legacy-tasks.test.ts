import { createMemoryTaskStore, createTasks } from '@toolwire/tasks';
import { describe, expect, test, vi } from 'vitest';
import { legacy, requestsResultMeta } from '../support/http.ts';
import { legacyRevisions } from '../support/schemas.ts';
import { tool } from '../support/tools.ts';
import { createTaskEndpoint, errorOf, type TaskEndpoint, type WireTask, watchedStore } from './support.ts';

const related = 'io.modelcontextprotocol/related-task';
const ada = { id: 'ada' };
const grace = { id: 'grace' };
const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };

async function begin(
  { sendLegacy }: TaskEndpoint,
  name: string,
  task: object = {},
  options: Parameters<TaskEndpoint['sendLegacy']>[2] = {},
): Promise<WireTask> {
  const { message } = await sendLegacy('tools/call', { name, arguments: {}, task, _meta: requestsResultMeta }, options);
  expect(message.result).toHaveProperty('task');
  return (message.result as { readonly task: WireTask }).task;
}

describe('initialize in 2025-11-25', () => {
  const capabilitiesOf = async (endpoint: TaskEndpoint, principal?: { readonly id: string }) => {
    const { message } = await endpoint.endpoint.post(
      ...withPrincipal(legacy(undefined, 'initialize', { ...client, protocolVersion: '2025-11-25' }), principal),
    );
    return message.result?.['capabilities'] as Readonly<Record<string, unknown>>;
  };

  test('announces which requests may be tasks, and a listing only to authenticated callers (MCP-TASK-01)', async () => {
    const endpoint = createTaskEndpoint();
    expect((await capabilitiesOf(endpoint, ada))['tasks']).toEqual({
      list: {},
      cancel: {},
      requests: { tools: { call: {} } },
    });
    expect((await capabilitiesOf(endpoint))['tasks']).toEqual({ cancel: {}, requests: { tools: { call: {} } } });
    expect(await capabilitiesOf(createTaskEndpoint([], {}, undefined, false))).not.toHaveProperty('tasks');
  });

  test('announces no tasks in earlier revisions', async () => {
    for (const protocolVersion of legacyRevisions.filter((revision) => revision < '2025-11-25')) {
      const { endpoint } = createTaskEndpoint();
      const { message } = await endpoint.post(...legacy(undefined, 'initialize', { ...client, protocolVersion }));
      expect(message.result?.['capabilities']).not.toHaveProperty('tasks');
    }
  });
});

describe('tools/list in 2025-11-25', () => {
  test('includes which tools may and which must be tasks', async () => {
    const { sendLegacy } = createTaskEndpoint();
    const { message } = await sendLegacy('tools/list', {});
    const tools = message.result?.['tools'] as readonly { readonly name: string; readonly execution?: object }[];
    const execution = Object.fromEntries(tools.map((one) => [one.name, one.execution]));
    expect(execution).toMatchObject({ Job_Slow: { taskSupport: 'optional' }, Job_Must: { taskSupport: 'required' } });
    expect(execution['Job_Never']).toBeUndefined();
  });
});

describe('a call of 2025-11-25', () => {
  test('with the parameter `task` immediately gets a task with its id in `_meta` (MCP-TASK-05, MCP-TASK-07)', async () => {
    const endpoint = createTaskEndpoint();
    const { message } = await endpoint.sendLegacy('tools/call', { name: 'Job_Quick', task: { ttl: 60_000 } });
    const { task, _meta } = message.result as { readonly task: WireTask; readonly _meta: object };
    expect(task).toEqual({
      taskId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      status: 'working',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      lastUpdatedAt: expect.any(String) as string,
      ttl: 60_000,
      pollInterval: 1_000,
    });
    expect(_meta).toEqual({ [related]: { taskId: task.taskId } });
  });

  test('gets a ttl that the server allows', async () => {
    const endpoint = createTaskEndpoint([], { tasks: createTasks({ ttlMs: 5_000 }) });
    expect(await begin(endpoint, 'Job_Quick', { ttl: 1e15 })).toMatchObject({ ttl: 2_147_483_647 });
    expect(await begin(endpoint, 'Job_Quick')).toMatchObject({ ttl: 5_000 });
  });

  test.each([
    ['a tool that must be a task, without the parameter', { name: 'Job_Must' }, -32601],
    ['a tool that never is one, with it', { name: 'Job_Never', task: {} }, -32601],
    ['a task that is no object', { name: 'Job_Slow', task: true }, -32602],
    ['a time to live that is none', { name: 'Job_Slow', task: { ttl: 'long' } }, -32602],
    ['an unknown tool', { name: 'Job_Nonesuch', task: {} }, -32602],
  ])('is rejected: %s (MCP-TASK-02)', async (_, params, code) => {
    const { sendLegacy, service } = createTaskEndpoint();
    expect(errorOf(await sendLegacy('tools/call', params))).toEqual([200, code]);
    expect(service.calls.filter(({ toolId }) => !toolId.includes('Nonesuch'))).toEqual([]);
  });

  test('without it runs normally, as does a call with it in an earlier revision', async () => {
    const atOnce = tool('Job.AtOnce', () => 'done', { taskSupport: 'required' });
    const { sendLegacy, endpoint } = createTaskEndpoint([atOnce]);
    const usual = await sendLegacy('tools/call', { name: 'Job_Quick' });
    expect(usual.message.result).toMatchObject({ structuredContent: { quick: true } });
    for (const revision of [undefined, '2025-03-26', '2025-06-18'] as const) {
      const { message } = await endpoint.post(...legacy(revision, 'tools/call', { name: 'Job_AtOnce', task: {} }));
      expect(message.result).toMatchObject({ content: [{ text: 'done' }] });
      expect(errorOf(await endpoint.post(...legacy(revision, 'tasks/get', { taskId: 'a' })))).toEqual([200, -32601]);
    }
  });

  test('is refused at the limit of tasks', async () => {
    const endpoint = createTaskEndpoint([], { tasks: createTasks({ maxRunning: 1 }) });
    await begin(endpoint, 'Job_Slow');
    const { message } = await endpoint.sendLegacy('tools/call', { name: 'Job_Slow', task: {} });
    endpoint.release();
    expect(message.error).toMatchObject({ code: -32603, data: { code: 'overloaded', retry_after_ms: 1_000 } });
  });
});

describe('tasks/result', () => {
  test('waits, sends status changes, and responds like the call, with the task in `_meta` (MCP-TASK-06, MCP-TASK-07)', async () => {
    const endpoint = createTaskEndpoint();
    const { taskId } = await begin(endpoint, 'Job_Slow');
    const waiting = endpoint.sendLegacy('tasks/result', { taskId, _meta: requestsResultMeta });
    await vi.waitFor(() => expect(endpoint.service.runs).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    endpoint.release({ pages: 3 });
    const { messages, message, isStream } = await waiting;
    expect(isStream).toBe(true);
    expect(messages[0]).toMatchObject({ method: 'notifications/tasks/status', params: { taskId, status: 'working' } });
    expect(messages[0]?.params).not.toHaveProperty('_meta');

    const usual = await endpoint.sendLegacy('tools/call', { name: 'Job_Quick', _meta: requestsResultMeta });
    expect(Object.keys(message.result ?? {})).toEqual(Object.keys(usual.message.result ?? {}));
    expect(message.result).toMatchObject({
      structuredContent: { pages: 3 },
      _meta: { [related]: { taskId }, 'org.opentoolcalling/result': { tool_id: 'Job.Slow@1.0.0' } },
    });
    const again = await endpoint.sendLegacy('tasks/result', { taskId, _meta: requestsResultMeta });
    expect(again.message.result).toEqual(message.result);
  });

  test('does not end the task when its client disconnects, and cleans up', async () => {
    const warn = vi.fn();
    const inner = createMemoryTaskStore();
    // The process that runs the tool also watches it, so the client waits at another process.
    const runner = createTaskEndpoint([], { tasks: createTasks({ store: inner }) });
    const { store, watchers } = watchedStore(inner);
    const endpoint = createTaskEndpoint([], { tasks: createTasks({ store }), logger: { warn } });
    const { taskId } = await begin(runner, 'Job_Slow');
    for (const accept of ['application/json', 'application/json, text/event-stream']) {
      const waiting = new AbortController();
      const left = endpoint.sendLegacy('tasks/result', { taskId }, { headers: { accept }, signal: waiting.signal });
      await vi.waitFor(() => expect(watchers()).toBe(1));
      waiting.abort();
      expect((await left).message.error?.code).toBe(-32603);
      await vi.waitFor(() => expect(watchers()).toBe(0));
    }
    expect((await endpoint.sendLegacy('tasks/get', { taskId })).message.result).toMatchObject({ status: 'working' });
    expect(warn).not.toHaveBeenCalled();
    runner.release();
  });

  test('returns the result of a failed tool, whose task is failed in 2025-11-25', async () => {
    const endpoint = createTaskEndpoint();
    const { taskId } = await begin(endpoint, 'Job_Failing');
    const { message } = await endpoint.sendLegacy('tasks/result', { taskId });
    expect(message.result).toMatchObject({ isError: true, content: [{ text: 'The printer has no paper' }] });
    expect((await endpoint.sendLegacy('tasks/get', { taskId })).message.result).toMatchObject({
      status: 'failed',
      statusMessage: 'The printer has no paper',
    });
  });

  test('returns the error of the call', async () => {
    const refused = { kind: 'refused', code: 'unavailable', message: 'Closed for today' } as const;
    const endpoint = createTaskEndpoint([], {}, () => Promise.resolve(refused));
    const { taskId } = await begin(endpoint, 'Job_Slow');
    const { message } = await endpoint.sendLegacy('tasks/result', { taskId });
    expect(message.error).toMatchObject({ code: -32603, message: 'Closed for today', data: { code: 'unavailable' } });
    expect((await endpoint.sendLegacy('tasks/get', { taskId })).message.result).toMatchObject({ status: 'failed' });
  });

  test('describes input as text for an unsupported client', async () => {
    const endpoint = createTaskEndpoint();
    const { taskId } = await begin(endpoint, 'Job_Asking');
    const { message } = await endpoint.sendLegacy('tasks/result', { taskId });
    expect(message.result).toMatchObject({ isError: true });
    expect(JSON.stringify(message.result?.['content'])).toContain('What is your name?');
  });
});

describe('tasks/cancel in 2025-11-25', () => {
  test('returns the canceled task, aborts the tool, and rejects an ended task (MCP-TASK-09)', async () => {
    const endpoint = createTaskEndpoint();
    const { taskId } = await begin(endpoint, 'Job_Slow');
    const { message } = await endpoint.sendLegacy('tasks/cancel', { taskId });
    expect(message.result).toMatchObject({ taskId, status: 'cancelled' });
    expect(message.result).not.toHaveProperty('_meta');
    await vi.waitFor(() => expect(endpoint.service.runs[0]?.lifetime.signal.aborted).toBe(true));
    endpoint.release('too late');
    expect((await endpoint.sendLegacy('tasks/get', { taskId })).message.result).toMatchObject({ status: 'cancelled' });
    const again = await endpoint.sendLegacy('tasks/cancel', { taskId });
    expect(errorOf(again)).toEqual([200, -32602]);
    expect(again.message.error?.message).toContain('cancelled');
    expect(errorOf(await endpoint.sendLegacy('tasks/result', { taskId }))).toEqual([200, -32602]);

    const failed = await begin(endpoint, 'Job_Failing');
    await endpoint.sendLegacy('tasks/result', { taskId: failed.taskId });
    const late = await endpoint.sendLegacy('tasks/cancel', { taskId: failed.taskId });
    expect(late.message.error).toMatchObject({ code: -32602, message: expect.stringContaining('failed') as string });
  });
});

describe('tasks/list', () => {
  test("lists only the caller's tasks in pages (MCP-TASK-08)", async () => {
    const endpoint = createTaskEndpoint([], { tasks: createTasks({ maxRunningPerOwner: 200, maxRunning: 200 }) });
    for (let count = 0; count < 101; count += 1) await begin(endpoint, 'Job_Quick', {}, { principal: ada });
    await begin(endpoint, 'Job_Quick', {}, { principal: grace });
    const first = (await endpoint.sendLegacy('tasks/list', {}, { principal: ada })).message.result;
    const cursor = first?.['nextCursor'];
    const second = (await endpoint.sendLegacy('tasks/list', { cursor }, { principal: ada })).message.result;
    expect([first?.['tasks'], second?.['tasks']]).toMatchObject([{ length: 100 }, { length: 1 }]);
    expect(second).not.toHaveProperty('nextCursor');
    for (const wrong of ['nonsense', 7]) {
      expect(errorOf(await endpoint.sendLegacy('tasks/list', { cursor: wrong }, { principal: ada }))).toEqual([
        200, -32602,
      ]);
    }
  });

  test('is refused for anonymous callers, whose tasks cannot be distinguished', async () => {
    const endpoint = createTaskEndpoint();
    await begin(endpoint, 'Job_Quick');
    expect(errorOf(await endpoint.sendLegacy('tasks/list', {}))).toEqual([200, -32601]);
  });
});

test.each(['tasks/get', 'tasks/result', 'tasks/cancel'])(
  '%s treats the task of another caller as unknown',
  async (method) => {
    const endpoint = createTaskEndpoint();
    const { taskId } = await begin(endpoint, 'Job_Slow', {}, { principal: ada });
    const messages = new Set<string | undefined>();
    for (const [id, principal] of [
      [taskId, grace],
      ['8a3d', ada],
      [taskId, undefined],
      [7, ada],
    ] as const) {
      const answer = await endpoint.sendLegacy(method, { taskId: id }, principal === undefined ? {} : { principal });
      expect(errorOf(answer)).toEqual([200, -32602]);
      messages.add(answer.message.error?.message);
    }
    expect(messages.size).toBe(1);
    endpoint.release();
  },
);

function withPrincipal<Value, Options extends object>(
  [value, options]: readonly [Value, Options],
  principal: { readonly id: string } | undefined,
): readonly [Value, Options & { readonly principal?: { readonly id: string } }] {
  return [value, principal === undefined ? options : { ...options, principal }];
}
