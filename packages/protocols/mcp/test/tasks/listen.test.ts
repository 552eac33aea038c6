import type { HttpResponse } from '@toolwire/core/wire';
import { createMemoryTaskStore, createTasks } from '@toolwire/tasks';
import { describe, expect, test, vi } from 'vitest';
import { eventsOf, modern } from '../support/http.ts';
import { expectMessage, type SentMessage } from '../support/schemas.ts';
import { createTaskEndpoint, errorOf, type TaskEndpoint, takesAll, taskCapabilities, watchedStore } from './support.ts';

const ada = { id: 'ada' };

/** Subscribes and collects notifications. Each message is validated against its schema. */
async function listen({ endpoint }: TaskEndpoint, notifications: object, principal?: { readonly id: string }) {
  const [value, options] = modern(
    'subscriptions/listen',
    { notifications },
    { capabilities: taskCapabilities, id: 'l1' },
  );
  const caller = new AbortController();
  const sent = { ...options, signal: caller.signal, ...(principal && { principal }) };
  const response: HttpResponse = await endpoint.open(value, sent);
  const messages: SentMessage[] = [];
  const reading = (async () => {
    if (response.body === undefined || typeof response.body === 'string' || response.body instanceof Uint8Array) return;
    for await (const chunk of response.body) {
      for (const message of eventsOf(new TextDecoder().decode(chunk))) {
        expectMessage('2026-07-28', 'subscriptions/listen', message);
        messages.push(message);
      }
    }
  })();
  return { messages, leave: () => caller.abort(), reading };
}

describe('subscriptions/listen with taskIds', () => {
  test('first lists its tasks, then sends each change as in tasks/get with the subscription id', async () => {
    const endpoint = createTaskEndpoint();
    const { taskId } = await endpoint.begin('Job_Asking', {}, { principal: ada });
    const others = await endpoint.begin('Job_Slow');
    const taskIds = [taskId, others.taskId, 'unknown', taskId];
    const { messages, leave, reading } = await listen(endpoint, { taskIds }, ada);
    await vi.waitFor(() => expect(messages.at(-1)?.params).toMatchObject({ status: 'input_required' }));
    expect(messages[0]).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { taskIds: [taskId] } },
    });
    const inputResponses = { name: { action: 'decline' }, age: { action: 'decline' } };
    await endpoint.send('tasks/update', { taskId, inputResponses }, { principal: ada });
    await vi.waitFor(() => expect(messages.at(-1)?.params).toMatchObject({ status: 'completed' }));
    endpoint.release();
    leave();
    await reading;

    const { message } = await endpoint.send('tasks/get', { taskId }, { principal: ada });
    const { resultType: _, _meta: __, ...same } = message.result ?? {};
    const last = messages.findLast(({ method }) => method === 'notifications/tasks');
    expect(last?.params).toEqual({ ...same, _meta: { 'io.modelcontextprotocol/subscriptionId': 'l1' } });
    const told = messages.filter(({ method }) => method === 'notifications/tasks');
    expect(told.every(({ params }) => params?.['taskId'] === taskId)).toBe(true);
    for (const { params } of messages.filter(({ method }) => method !== undefined)) {
      expect(params?.['_meta']).toEqual({ 'io.modelcontextprotocol/subscriptionId': 'l1' });
    }
  });

  test('also notifies of tools, and cleans up when its client disconnects', async () => {
    const inner = createMemoryTaskStore();
    // The process that runs the tool also watches it, so the client listens at another process.
    const runner = createTaskEndpoint([], { tasks: createTasks({ store: inner }) });
    const { store, watchers } = watchedStore(inner);
    const endpoint = createTaskEndpoint([], { tasks: createTasks({ store }) });
    const { taskId } = await runner.begin('Job_Slow');
    const { messages, leave, reading } = await listen(endpoint, { taskIds: [taskId], toolsListChanged: true });
    await vi.waitFor(() => expect(messages).toHaveLength(2));
    expect(messages[0]?.params?.['notifications']).toEqual({ toolsListChanged: true, taskIds: [taskId] });
    expect([endpoint.service.listening, watchers()]).toEqual([2, 1]);
    leave();
    await reading;
    expect([endpoint.service.listening, watchers()]).toEqual([0, 0]);
    const told = messages.length;
    runner.release();
    await runner.until(taskId, 'completed');
    expect(messages).toHaveLength(told);
  });

  test('logs that a store can no longer be read, and stays open', async () => {
    const store = createMemoryTaskStore();
    const read = vi.spyOn(store, 'read');
    const warn = vi.fn();
    const endpoint = createTaskEndpoint([], { tasks: createTasks({ store }), logger: { warn } });
    const { taskId } = await endpoint.begin('Job_Slow');
    const found = await store.read(taskId);
    read.mockResolvedValueOnce(found).mockRejectedValueOnce(new Error('The store is down'));
    const { leave, reading } = await listen(endpoint, { taskIds: [taskId] });
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ error: { message: 'The store is down' } });
    endpoint.release();
    leave();
    await reading;
  });

  test('sends a slow client only the current state of its tasks', async () => {
    const endpoint = createTaskEndpoint();
    const { taskId } = await endpoint.begin('Job_Asking');
    const params = { notifications: { taskIds: [taskId], toolsListChanged: true } };
    const [value, options] = modern('subscriptions/listen', params, { capabilities: taskCapabilities });
    const { body } = await endpoint.endpoint.open(value, options);
    for (let count = 0; count < 100; count++) endpoint.service.replace([]);
    await endpoint.until(taskId, 'input_required');
    const inputResponses = { name: { action: 'decline' }, age: { action: 'decline' } };
    await endpoint.send('tasks/update', { taskId, inputResponses });
    await endpoint.until(taskId, 'completed');
    const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const read = async () => eventsOf(new TextDecoder().decode((await chunks.next()).value as Uint8Array));
    const told: SentMessage[] = [];
    await vi.waitFor(async () => {
      told.push(...(await read()));
      expect(told.at(-1)?.params).toMatchObject({ status: 'completed' });
    });
    expect(told.filter(({ method }) => method === 'notifications/tools/list_changed')).toHaveLength(1);
    await chunks.return?.();
  });

  test('requires the extension and a list of ids', async () => {
    const { send } = createTaskEndpoint();
    const wanted = { notifications: { taskIds: ['a'] } };
    const refused = await send('subscriptions/listen', wanted, { capabilities: { elicitation: {} } });
    expect(errorOf(refused)).toEqual([400, -32021]);
    expect(refused.message.error?.data).toEqual({ requiredCapabilities: taskCapabilities });
    for (const taskIds of ['a', [1], Array.from({ length: 101 }, () => 'a')]) {
      const wrong = await send('subscriptions/listen', { notifications: { taskIds } }, { capabilities: takesAll });
      expect(errorOf(wrong)).toEqual([200, -32602]);
    }
  });
});
