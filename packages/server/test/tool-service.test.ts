import {
  defineTool,
  type InputAnswer,
  type InputRequest,
  type Next,
  noContextValues,
  type Stage,
} from '@toolwire/core';
import type { ToolService, WireCodec } from '@toolwire/core/wire';
import { otc } from '@toolwire/otc';
import {
  createMemoryTaskEngine,
  createMemoryTaskStore,
  createTaskCalls,
  createTasks,
  type TaskEngine,
} from '@toolwire/tasks';
import { describe, expect, test, vi } from 'vitest';
import { createToolServer, type ReadyCall, type ToolServerOptions } from '../src/index.ts';
import { callOf, hostRequest, recordingLogger, send } from './support.ts';

const hello = defineTool({ id: 'Hello.World', version: '1.0.0', description: 'Says hello.', run: () => 'hello' });
const bye = defineTool({ ...hello, id: 'Bye.World', run: () => 'bye' });

/** A protocol that responds with the result of a function of the server. */
function wireOf(serve: (service: ToolService) => Promise<object>, admission: 'server' | 'own' = 'server'): WireCodec {
  return {
    name: 'own',
    routes: [
      {
        method: 'POST',
        path: '/own',
        op: 'any',
        admission,
        accept: () => ({
          op: 'serve',
          serve: async (service) => ({ status: 200, headers: {}, body: JSON.stringify(await serve(service)) }),
        }),
        refuse: ({ code }) => ({ status: 400, headers: {}, body: JSON.stringify({ code }) }),
      },
    ],
  };
}

const serverWith = (options: Partial<ToolServerOptions> = {}) =>
  createToolServer({ tools: [hello], wires: [otc()], logger: recordingLogger(), ...options });

/** A stage that passes calls on, and cancels them with a function. */
const stageWith = (cancel: () => Promise<void>): Stage<ReadyCall> =>
  Object.assign((_call: ReadyCall, next: Next) => next(), { cancel });

describe('the service for protocols', () => {
  test('runs several calls and lists tools for one request', async () => {
    const wire = wireOf(async ({ call, page }) => ({
      tools: (await page({ values: noContextValues })).tools.map(({ name }) => name),
      outcomes: (await Promise.all(['Hello.World', 'No.Tool'].map(async (id) => call(callOf(id))))).map(
        ({ kind }) => kind,
      ),
    }));
    const answer = await send(serverWith({ wires: [wire] }), hostRequest('POST', '/own'));
    expect(answer?.json).toEqual({ tools: ['Hello_World'], outcomes: ['value', 'refused'] });
  });

  test('logs that a call could not be canceled if a stage fails', async () => {
    const logger = recordingLogger();
    const stage = stageWith(() => Promise.reject(new Error('The store is away.')));
    const { service } = serverWith({ around: [stage], logger });
    const call = callOf('Hello.World', {}, { callerCallId: 'call-1', isCallerKnown: true });
    expect(await service.cancel(call)).toMatchObject({ code: 'unavailable' });
    expect(logger.records).toMatchObject([
      { level: 'error', message: 'A call could not be canceled', fields: { error: { message: 'The store is away.' } } },
    ]);
  });

  test('cancels a call in every other stage if one fails', async () => {
    const cancel = vi.fn();
    const { service } = serverWith({ around: [stageWith(() => Promise.reject(new Error('away'))), stageWith(cancel)] });
    const call = callOf('Hello.World', {}, { callerCallId: 'call-1', isCallerKnown: true });
    expect(await service.cancel(call)).toMatchObject({ code: 'unavailable' });
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('cancels a call in every other stage while one does not answer', async () => {
    let answer = (): void => undefined;
    const unanswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const cancel = vi.fn();
    const { service } = serverWith({ around: [stageWith(() => unanswered), stageWith(cancel)] });
    const canceling = service.cancel(callOf('Hello.World', {}, { callerCallId: 'call-1', isCallerKnown: true }));
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce(), 500);
    answer();
    expect(await canceling).toBeUndefined();
  });

  test('refuses calls while the server drains, and notifies when draining begins', async () => {
    const stopped = vi.fn();
    const wire = wireOf(async ({ call, onStop }) => {
      onStop(stopped);
      return { outcome: await call(callOf('Hello.World')) };
    });
    const server = serverWith({ wires: [wire] });
    expect((await send(server, hostRequest('POST', '/own')))?.json).toMatchObject({ outcome: { value: 'hello' } });
    server.stop.refuse();
    server.stop.interrupt();
    expect(stopped).toHaveBeenCalledTimes(1);
    expect((await send(server, hostRequest('POST', '/own')))?.json).toMatchObject({ outcome: { code: 'unavailable' } });
  });

  test('logs once that call IDs of unknown callers are ignored, also if only durable tasks store calls by ID', async () => {
    for (const tasks of [
      createTaskCalls<InputRequest, InputAnswer>({ store: createMemoryTaskStore(), engine: createMemoryTaskEngine() }),
      createTasks<InputRequest, InputAnswer>(),
    ]) {
      const logger = recordingLogger();
      const { service } = serverWith({ tasks, logger });
      for (let time = 0; time < 2; time += 1) await service.call(callOf('Hello.World', {}, { callerCallId: 'c1' }));
      const messages = logger.records.map(({ message }) => message);
      expect(messages).toEqual('work' in tasks ? [expect.stringContaining('Call ID ignored')] : []);
    }
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('The engine is away.'))],
    [
      'throws',
      () => {
        throw new Error('The engine is away.');
      },
    ],
  ])('waits for running calls and then fails a shutdown in which a task worker %s', async (_how, stop) => {
    const logger = recordingLogger();
    const engine: TaskEngine = {
      ready: () => Promise.resolve(),
      enqueue: () => Promise.resolve(),
      work: () => ({ stop }),
    };
    const tasks = createTaskCalls<InputRequest, InputAnswer>({ store: createMemoryTaskStore(), engine });
    let hasEnded = false;
    const wait = defineTool({
      ...hello,
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        hasEnded = true;
      },
    });
    const server = serverWith({ tools: [wait], tasks, logger });
    server.runTasks();
    const stopped = vi.fn();
    server.service.onStop(stopped);
    const call = server.call(callOf('Hello.World'));
    server.stop.refuse();
    expect(stopped).toHaveBeenCalledOnce();
    expect(await server.service.call(callOf('Hello.World'))).toMatchObject({ code: 'unavailable' });
    await expect(server.stop.idle()).rejects.toThrow('The engine is away.');
    expect(hasEnded).toBe(true);
    await call;
    expect(logger.records).toMatchObject([
      {
        level: 'error',
        message: 'A task worker could not be stopped',
        fields: { error: { message: 'The engine is away.' } },
      },
    ]);
  });

  test('does not notify a listener that is removed at once, also after draining began', async () => {
    const server = serverWith();
    const [before, after] = [vi.fn(), vi.fn()];
    server.service.onStop(before)();
    server.stop.endStreams();
    server.service.onStop(after)();
    await Promise.resolve();
    expect([before, after].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  test('runs a tool that the protocol resolved only if it is still served and visible to the caller', async () => {
    const server = serverWith({ visible: (_tool, principal) => principal?.id !== 'stranger' });
    const [namedTool = null] = (await server.service.page({ values: noContextValues })).tools;
    const ask = (id: string, principal?: string) =>
      server.service.call({
        ...callOf(id),
        namedTool,
        principal: principal === undefined ? undefined : { id: principal },
      });
    expect(await ask('by its own name')).toMatchObject({ kind: 'value', value: 'hello' });
    expect(await ask('Hello.World@1.0.0', 'stranger')).toMatchObject({ kind: 'refused', code: 'tool_not_found' });
    server.replaceTools([{ ...hello, run: () => 'another' }]);
    expect(await ask('Hello.World@1.0.0')).toMatchObject({ kind: 'value', value: 'another' });
    server.replaceTools([bye]);
    expect(await ask('Hello.World@1.0.0')).toMatchObject({ kind: 'refused', code: 'tool_not_found' });
  });

  test('may authenticate callers itself; otherwise the server does', async () => {
    const auth = { scheme: 'none-is-good', verify: () => ({ state: 'rejected' }) as const };
    const behind = serverWith({ wires: [wireOf(async () => ({ in: true }))], auth });
    const own = serverWith({ wires: [wireOf(async () => ({ in: true }), 'own')], auth });
    expect((await send(behind, hostRequest('POST', '/own')))?.json).toEqual({ code: 'unauthenticated' });
    expect((await send(own, hostRequest('POST', '/own')))?.json).toEqual({ in: true });
  });
});

describe('a server whose tools are replaced', () => {
  test('lists and calls the new tools, and notifies listeners', async () => {
    const server = serverWith();
    const changed = vi.fn();
    const stop = server.service.onToolsChanged(changed);
    server.replaceTools([bye]);
    expect(server.tools.map(({ id }) => id)).toEqual(['Bye.World']);
    expect(await server.call(callOf('Bye.World'))).toMatchObject({ value: 'bye' });
    expect(await server.call(callOf('Hello.World'))).toMatchObject({ code: 'tool_not_found' });
    expect((await send(server, hostRequest('GET', '/tools')))?.json).toMatchObject({
      tools: [{ id: 'Bye.World@1.0.0' }],
    });
    expect(changed).toHaveBeenCalledTimes(1);
    stop();
    server.replaceTools([hello]);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test('keeps the old tools if a new one is invalid', async () => {
    const server = serverWith();
    expect(() => server.replaceTools([bye, bye])).toThrow('Bye.World');
    expect(await server.call(callOf('Hello.World'))).toMatchObject({ value: 'hello' });
  });
});

describe('the context of a running tool', () => {
  test('requests input through the protocol', async () => {
    const greet = defineTool({
      ...hello,
      run: async (_input, { ask }) => {
        const { name } = await ask({ name: { kind: 'form', message: 'Your name?', schema: {} } });
        return `Hello ${JSON.stringify(name.content)}`;
      },
    });
    const server = serverWith({ tools: [greet] });
    const ask = async () => ({ name: { action: 'accept', content: 'Ada' } }) as const;
    expect(await server.call(callOf('Hello.World', {}, { ask }))).toMatchObject({ value: 'Hello "Ada"' });
    expect(await server.call(callOf('Hello.World'))).toMatchObject({
      kind: 'input_required',
      requests: { name: { message: 'Your name?' } },
      tool: { id: 'Hello.World' },
    });
  });

  test('logs with the call ID to the server, to the logger of middleware, and to a caller that supports it', async () => {
    const talk = defineTool({ ...hello, run: (_input, { log }) => log.info({ step: 1 }, 'Working') });
    const logger = recordingLogger();
    const server = serverWith({ tools: [talk], logger });
    const reportLog = vi.fn();
    await server.call(callOf('Hello.World', {}, { reportLog }));
    expect(logger.records).toEqual([
      { level: 'info', fields: { callId: 'call-1', toolId: 'Hello.World@1.0.0', step: 1 }, message: 'Working' },
    ]);
    expect(reportLog).toHaveBeenCalledExactlyOnceWith('info', { step: 1 }, 'Working');

    const own = recordingLogger();
    await server.call(callOf('Hello.World', {}, { logger: own }));
    expect(own.records).toEqual([{ level: 'info', fields: { step: 1 }, message: 'Working' }]);
  });
});

describe('save() of a running tool', () => {
  test('rejects a value that JSON does not have', async () => {
    const tool = defineTool({
      ...hello,
      run: (_, { save }) => save(undefined as never).then(() => 'saved', String),
    });
    expect(await serverWith({ tools: [tool] }).call(callOf('Hello.World'))).toMatchObject({
      value: 'TypeError: save: the value must be JSON, such as an object, got undefined.',
    });
  });
});

describe('a server that supplies requirements', () => {
  test('supplies tokens, or returns the URL to authorize', async () => {
    const mail = defineTool({
      ...hello,
      requirements: { authorization: [{ id: 'google' }] },
      run: (_input, { token }) => token('google') ?? null,
    });
    const tokens = new Map([['ada', 'g-ada']]);
    const server = serverWith({
      tools: [mail],
      requirements: {
        token: (_requirement, { principal }) => tokens.get(principal?.id ?? ''),
        challenge: ({ id }) => `https://app.example/connect/${id}`,
      },
    });
    expect(await server.call(callOf('Hello.World', {}, { principal: { id: 'ada' } }))).toMatchObject({
      value: 'g-ada',
    });
    expect(await server.call(callOf('Hello.World', {}, { principal: { id: 'bob' } }))).toMatchObject({
      missing: { authorization: [{ id: 'google', url: 'https://app.example/connect/google' }] },
    });
  });
});
