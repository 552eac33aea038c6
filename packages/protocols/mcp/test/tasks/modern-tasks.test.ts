import { InputRequired, image, withContent } from '@toolwire/core';
import { createTasks } from '@toolwire/tasks';
import { describe, expect, test, vi } from 'vitest';
import { readServingSettings } from '../../src/definitions/option-defaults.ts';
import { nameForm, tool } from '../support/tools.ts';
import { createTaskEndpoint, errorOf, takesAll, taskCapabilities } from './support.ts';

const tasksKey = 'io.modelcontextprotocol/tasks';
const ada = { id: 'ada' };
const grace = { id: 'grace' };

describe('server/discover', () => {
  test('announces the extension on a server with tasks, and never the capability of 2025-11-25', async () => {
    const { message } = await createTaskEndpoint().send('server/discover', {});
    expect(message.result?.['capabilities']).toMatchObject({ extensions: { [tasksKey]: {} } });
    expect(message.result?.['capabilities']).not.toHaveProperty('tasks');
  });

  test('announces nothing without tasks, and runs every tool normally', async () => {
    const tools = [
      tool('Job.Late', () => new Promise((resolve) => setTimeout(resolve, 20, 'late')), { taskSupport: 'required' }),
    ];
    const { send } = createTaskEndpoint(tools, {}, undefined, false);
    const discovered = await send('server/discover', {});
    expect(discovered.message.result?.['capabilities']).not.toHaveProperty('extensions');
    const { message } = await send('tools/call', { name: 'Job_Late' });
    expect(message.result).toMatchObject({ resultType: 'complete', content: [{ text: 'late' }] });
    expect(errorOf(await send('tasks/get', { taskId: 'a' }))).toEqual([404, -32601]);
  });
});

describe('a call of 2026-07-28', () => {
  test('that takes longer gets a task without result fields (MCP-TASKX-03)', async () => {
    const { begin, until, release } = createTaskEndpoint();
    const task = await begin('Job_Slow');
    expect(task).toEqual({
      resultType: 'task',
      taskId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      status: 'working',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      lastUpdatedAt: expect.any(String) as string,
      ttlMs: 3_600_000,
      pollIntervalMs: 1_000,
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'toolwire', version: expect.any(String) as string } },
    });
    const { resultType: _, ...same } = task;
    expect(await until(task.taskId, 'working')).toEqual({ ...same, resultType: 'complete' });
    release({ pages: 3 });

    const { result, ...done } = await until(task.taskId, 'completed');
    expect(done).toMatchObject({ resultType: 'complete', taskId: task.taskId });
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { pages: 3 } });
    expect(JSON.stringify(result)).not.toContain('related-task');
  });

  test('that takes longer keeps the content next to its value', async () => {
    const { begin, until, release } = createTaskEndpoint();
    const { taskId } = await begin('Job_Slow');
    release(withContent({ pages: 3 }, 'Three pages.', image('aGk=', 'image/png')));
    expect((await until(taskId, 'completed'))['result']).toMatchObject({
      structuredContent: { pages: 3 },
      content: [
        { type: 'text', text: 'Three pages.' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      ],
    });
  });

  test('that ends quickly gets its result, and leaves no task', async () => {
    const { send, tasks } = createTaskEndpoint();
    const { message } = await send('tools/call', { name: 'Job_Quick' }, { principal: ada });
    expect(message.result).toMatchObject({ resultType: 'complete', structuredContent: { quick: true } });
    expect((await tasks.list('ada'))?.tasks).toEqual([]);
  });

  test.each([
    ['of an unknown tool', { name: 'Job_Nonesuch' }],
    ['with arguments that are none', { name: 'Job_Slow', arguments: [] }],
  ])('%s is the same error as without tasks', async (_, params) => {
    expect(errorOf(await createTaskEndpoint().send('tools/call', params))).toEqual([200, -32602]);
  });

  test('of a tool without task support runs normally, even with the parameter of 2025-11-25', async () => {
    const { send } = createTaskEndpoint();
    const { message } = await send('tools/call', { name: 'Job_Never', task: { ttl: 60_000 } });
    expect(message.result).toMatchObject({ resultType: 'complete', content: [{ text: 'never a task' }] });
  });

  test.each([[{}], [{ extensions: {} }], [{ extensions: { [tasksKey]: true } }], [{ tasks: { cancel: {} } }]])(
    'of a client that declares only %j never becomes a task (MCP-TASKX-01, MCP-TASKX-02)',
    async (capabilities) => {
      const { send, release } = createTaskEndpoint();
      const answer = send('tools/call', { name: 'Job_Slow', task: {} }, { capabilities });
      await new Promise((resolve) => setTimeout(resolve, 20));
      release('waited for');
      expect((await answer).message.result).toMatchObject({
        resultType: 'complete',
        content: [{ text: 'waited for' }],
      });

      const refused = await send('tools/call', { name: 'Job_Must' }, { capabilities });
      expect(errorOf(refused)).toEqual([400, -32021]);
      expect(refused.message.error?.data).toEqual({ requiredCapabilities: { extensions: { [tasksKey]: {} } } });
    },
  );

  test('becomes a task after 50 milliseconds by default', () => {
    expect(readServingSettings({}, 'mcp()').taskAfterMs).toBe(50);
  });

  test('is canceled by a disconnect before it is a task, and continues after that', async () => {
    const { send, service, release } = createTaskEndpoint([], { taskAfterMs: 60_000 });
    const caller = new AbortController();
    const left = send('tools/call', { name: 'Job_Slow' }, { signal: caller.signal });
    await vi.waitFor(() => expect(service.runs).toHaveLength(1));
    caller.abort();
    await left;
    await vi.waitFor(() => expect(service.runs[0]?.lifetime.signal.aborted).toBe(true));
    release();

    const kept = createTaskEndpoint();
    const stayed = new AbortController();
    const { taskId } = await kept.begin('Job_Slow', {}, { signal: stayed.signal });
    stayed.abort();
    kept.release('still here');
    expect((await kept.until(taskId, 'completed'))['result']).toMatchObject({ content: [{ text: 'still here' }] });
  });

  test('is refused at the limit of tasks, with a retry delay', async () => {
    const { send, begin, release } = createTaskEndpoint([], { tasks: createTasks({ maxRunning: 1 }) });
    await begin('Job_Slow');
    const { status, message } = await send('tools/call', { name: 'Job_Slow' });
    release();
    expect([status, message.error?.code]).toEqual([200, -32603]);
    expect(message.error?.data).toEqual({ code: 'overloaded', retry_after_ms: 1_000 });
  });

  test('reports progress as the status message, since tasks have no progress or log lines (MCP-TASKX-09)', async () => {
    const { begin, send, until } = createTaskEndpoint();
    const task = await begin('Job_Progress');
    expect(await until(task.taskId, 'working')).toMatchObject({ statusMessage: 'Indexing (3 of 10)' });
    await send('tasks/cancel', { taskId: task.taskId });
  });
});

describe('tasks/get', () => {
  test('returns the result of a failed tool; `failed` means a protocol error (MCP-TASKX-04, MCP-TASKX-05)', async () => {
    const { begin, until } = createTaskEndpoint();
    const { taskId } = await begin('Job_Failing');
    const task = await until(taskId, 'completed');
    expect(task).toMatchObject({
      statusMessage: 'The printer has no paper',
      result: { isError: true, content: [{ type: 'text', text: 'The printer has no paper' }] },
    });
    expect(task).not.toHaveProperty('error');
  });

  test('returns the error of a call that was refused after it became a task (MCP-TASKX-04)', async () => {
    const late = tool('Job.Refused', () => 'never', { taskSupport: 'optional' });
    const { begin, until, taskIsKnown } = createTaskEndpoint([late], {}, ({ toolId }) => {
      if (!toolId.startsWith('Job.Refused')) return undefined;
      const refused = {
        kind: 'refused',
        code: 'unavailable',
        message: 'Closed for today',
        retryAfterMs: 5_000,
      } as const;
      return taskIsKnown().then(() => refused);
    });
    const { taskId } = await begin('Job_Refused');
    const task = await until(taskId, 'failed');
    expect(task).toMatchObject({
      statusMessage: 'Closed for today',
      error: { code: -32603, message: 'Closed for today', data: { code: 'unavailable', retry_after_ms: 5_000 } },
    });
    expect(task).not.toHaveProperty('result');
  });

  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    'and related methods: %s requires the extension (MCP-TASKX-02)',
    async (method) => {
      const { begin, send, release } = createTaskEndpoint();
      const { taskId } = await begin('Job_Slow');
      for (const id of [taskId, 'unknown']) {
        const refused = await send(method, { taskId: id, inputResponses: {} }, { capabilities: { elicitation: {} } });
        expect(errorOf(refused)).toEqual([400, -32021]);
        expect(refused.message.error?.data).toEqual({ requiredCapabilities: taskCapabilities });
      }
      release();
    },
  );

  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    'and related methods: %s treats the task of another caller as unknown (MCP-TASKX-08, MCP-TASKX-10)',
    async (method) => {
      const { begin, send, release } = createTaskEndpoint();
      const { taskId } = await begin('Job_Slow', {}, { principal: ada });
      const answers = [];
      for (const [id, principal] of [
        [taskId, grace],
        [taskId, undefined],
        ['8a3d', ada],
      ] as const) {
        const sent = principal === undefined ? {} : { principal };
        const answer = await send(method, { taskId: id, inputResponses: {} }, sent);
        expect(errorOf(answer)).toEqual([200, -32602]);
        answers.push(answer.message.error?.message);
      }
      expect(new Set(answers).size).toBe(1);
      expect(errorOf(await send(method, { taskId: 7, inputResponses: {} }, { principal: ada }))).toEqual([200, -32602]);
      expect((await send('tasks/get', { taskId }, { principal: ada })).message.result).toMatchObject({
        status: 'working',
      });
      release();
    },
  );

  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    'and related methods: %s requires the task id in a header',
    async (method) => {
      const { begin, send, release } = createTaskEndpoint();
      const { taskId } = await begin('Job_Slow');
      for (const name of [undefined, 'another']) {
        const wrong = await send(method, { taskId, inputResponses: {} }, { headers: { 'mcp-name': name } });
        expect(errorOf(wrong)).toEqual([400, -32020]);
      }
      release();
    },
  );

  test.each(['tasks/result', 'tasks/list'])('has no method %s in this revision', async (method) => {
    expect(errorOf(await createTaskEndpoint().send(method, { taskId: 'a' }))).toEqual([404, -32601]);
  });
});

describe('tasks/cancel', () => {
  test('has an empty result, aborts the tool, and is idempotent (MCP-TASKX-07)', async () => {
    const { begin, send, service, until } = createTaskEndpoint();
    const { taskId } = await begin('Job_Slow');
    for (let count = 0; count < 2; count += 1) {
      const { message } = await send('tasks/cancel', { taskId });
      expect(Object.keys(message.result ?? {})).toEqual(['resultType', '_meta']);
      expect(message.result).toMatchObject({ resultType: 'complete' });
    }
    const task = await until(taskId, 'cancelled');
    expect(task).not.toHaveProperty('result');
    expect(service.runs[0]?.lifetime.signal.aborted).toBe(true);
  });

  test('leaves an ended task unchanged', async () => {
    const { begin, send, until } = createTaskEndpoint();
    const { taskId } = await begin('Job_Must');
    const done = await until(taskId, 'completed');
    expect((await send('tasks/cancel', { taskId })).message.result).toMatchObject({ resultType: 'complete' });
    expect(await until(taskId, 'completed')).toEqual(done);
  });
});

describe('a task that requests input', () => {
  const accept = (name: string) => ({ action: 'accept', content: { name } });

  test('has the status input_required until all requests have answers, and continues with them', async () => {
    const { begin, send, until, service } = createTaskEndpoint();
    const { taskId } = await begin('Job_Asking');
    const asked = await until(taskId, 'input_required');
    const params = { message: 'What is your name?', requestedSchema: { type: 'object' } };
    expect(asked).toMatchObject({ inputRequests: { name: { method: 'elicitation/create', params }, age: {} } });

    const first = await send('tasks/update', { taskId, inputResponses: { name: accept('Ada'), unknown: { a: 1 } } });
    expect(Object.keys(first.message.result ?? {})).toEqual(['resultType', '_meta']);
    expect(Object.keys((await until(taskId, 'input_required'))['inputRequests'] as object)).toEqual(['age']);
    // A second answer is ignored.
    await send('tasks/update', { taskId, inputResponses: { name: accept('Grace') } });
    await send('tasks/update', { taskId, inputResponses: { age: { action: 'decline' } } });

    expect((await until(taskId, 'completed'))['result']).toMatchObject({
      structuredContent: { name: accept('Ada'), age: { action: 'decline' }, again: { name: accept('Ada') } },
    });
    expect(service.calls).toHaveLength(1);
    const late = await send('tasks/update', { taskId, inputResponses: { age: accept('36') } });
    expect(late.message.result).toMatchObject({ resultType: 'complete' });
  });

  test.each([
    ['no answers', undefined],
    ['answers that are a list', []],
    ['an answer that does not fit its form', { name: { action: 'accept', content: { name: 7 } }, age: accept('36') }],
    ['an answer that is none', { name: 'Ada' }],
  ])('rejects %s, and accepts none of the answers', async (_, inputResponses) => {
    const { begin, send, until } = createTaskEndpoint();
    const { taskId } = await begin('Job_Asking');
    const before = await until(taskId, 'input_required');
    expect(errorOf(await send('tasks/update', { taskId, inputResponses }))).toEqual([200, -32602]);
    expect(await until(taskId, 'input_required')).toEqual(before);
    await send('tasks/cancel', { taskId });
  });

  test('requests early input in the response, and later input with the task', async () => {
    const { send, until, service } = createTaskEndpoint();
    const { message } = await send('tools/call', { name: 'Job_AskingFirst' });
    expect(message.result).toMatchObject({ resultType: 'input_required', inputRequests: { name: {} } });
    expect(message.result).not.toHaveProperty('taskId');

    const { requestState } = message.result as { readonly requestState: string };
    const again = { name: 'Job_AskingFirst', requestState, inputResponses: { name: accept('Ada') } };
    const task = (await send('tools/call', again)).message.result as { readonly taskId: string };
    expect(task).toMatchObject({ resultType: 'task' });
    expect(task).not.toHaveProperty('requestState');

    const asked = await until(task.taskId, 'input_required');
    expect(Object.keys(asked['inputRequests'] as object)).toEqual(['age']);
    expect(asked).not.toHaveProperty('requestState');
    await send('tasks/update', { taskId: task.taskId, inputResponses: { age: accept('36') } });
    expect((await until(task.taskId, 'completed'))['result']).toMatchObject({
      structuredContent: [{ name: 'Ada' }, { name: '36' }],
    });
    expect(service.calls).toHaveLength(2);
  });

  test('fails without a request if its client does not support the input', async () => {
    const { begin, until } = createTaskEndpoint();
    const { taskId } = await begin('Job_Asking', {}, { capabilities: taskCapabilities });
    expect(await until(taskId, 'failed')).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
    });
  });

  test('runs again after each InputRequired, but not forever for the same request', async () => {
    let runs = 0;
    const stopping = tool(
      'Job.Stopping',
      async (input, { ask }) => {
        runs += 1;
        await taskIsKnown();
        if (runs === 1) throw new InputRequired({ name: nameForm });
        const { name } = await ask({ name: nameForm });
        if ((input as { readonly forever?: boolean }).forever === true) throw new InputRequired({ name: nameForm });
        return name.content;
      },
      { taskSupport: 'optional', input: { type: 'object', properties: { forever: { type: 'boolean' } } } },
    );
    const { begin, send, until, taskIsKnown } = createTaskEndpoint([stopping]);
    const good = await begin('Job_Stopping');
    await until(good.taskId, 'input_required');
    await send('tasks/update', { taskId: good.taskId, inputResponses: { name: accept('Ada') } });
    expect((await until(good.taskId, 'completed'))['result']).toMatchObject({ structuredContent: { name: 'Ada' } });
    expect(runs).toBe(2);

    runs = 0;
    const bad = await begin('Job_Stopping', { forever: true });
    await until(bad.taskId, 'input_required');
    await send('tasks/update', { taskId: bad.taskId, inputResponses: { name: accept('Ada') } });
    expect(await until(bad.taskId, 'failed')).toMatchObject({ error: { code: -32603 } });
    expect(runs).toBe(2);
  });

  test('ignores keys that objects inherit', async () => {
    const requests = JSON.parse(JSON.stringify({ constructor: nameForm })) as { readonly constructor: typeof nameForm };
    const odd = tool(
      'Job.Odd',
      async (_, { ask }) => {
        await taskIsKnown();
        return JSON.stringify(await ask({ ...requests, ['__proto__']: nameForm }));
      },
      { taskSupport: 'optional' },
    );
    const { begin, send, until, taskIsKnown } = createTaskEndpoint([odd]);
    const { taskId } = await begin('Job_Odd');
    const asked = await until(taskId, 'input_required');
    expect(JSON.stringify(Object.keys(asked['inputRequests'] as object))).toBe('["constructor","__proto__"]');
    expect((await send('tasks/update', { taskId, inputResponses: {} })).message.result).toBeDefined();
    const inputResponses = JSON.parse('{"constructor":{"action":"decline"},"__proto__":{"action":"cancel"}}') as object;
    await send('tasks/update', { taskId, inputResponses }, { capabilities: takesAll });
    const { content } = (await until(taskId, 'completed'))['result'] as {
      readonly content: readonly { readonly text: string }[];
    };
    expect(content[0]?.text).toBe('{"constructor":{"action":"decline"},"__proto__":{"action":"cancel"}}');
  });
});
