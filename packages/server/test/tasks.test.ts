import {
  type Call,
  contextEntry,
  contextValues,
  createContextKey,
  type Deferral,
  defineTool,
  type InputAnswer,
  type InputRequest,
  type Next,
  type Outcome,
} from '@toolwire/core';
import { RetryableToolError } from '@toolwire/errors';
import { byPrincipal, rate } from '@toolwire/limits/stage';
import {
  createMemoryTaskEngine,
  createMemoryTaskStore,
  createTaskCalls,
  createTasks,
  type TaskCalls,
  type TaskCallsOptions,
  type TaskRecord,
} from '@toolwire/tasks';
import { ajv } from '@toolwire/validate/ajv';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createToolServer, silentLogger, type ToolServer, type ToolServerOptions } from '../src/index.ts';
import type { TaskWorker } from '../src/tool-server.ts';
import { callOf } from './support.ts';

const ada = { id: 'ada', claims: { team: 'red' } };
const owner = ':ada';
const nameForm = { kind: 'form', message: 'Your name?', schema: { type: 'object' } } as const;
const later: Deferral = { afterMs: 0, askable: ['form'] };
const soon: Deferral = { afterMs: 60_000, askable: ['form'] };

/** What the tools of a site do, and how often. */
interface Site {
  readonly store: ReturnType<typeof createMemoryTaskStore>;
  /** Another process of the same site, with the same tools. */
  readonly process: (options?: Partial<ToolServerOptions>) => ToolServer;
  /** What such a process keeps calls by. */
  readonly sharing: (options: Partial<TaskCallsOptions>) => TaskCalls<InputRequest, InputAnswer>;
  readonly work: (server: ToolServer) => TaskWorker;
  readonly kept: (id: string) => Promise<TaskRecord>;
  readonly runs: string[];
  readonly goOn: () => void;
}

const workers: TaskWorker[] = [];
const ends: (() => void)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

function createSite(): Site {
  const store = createMemoryTaskStore();
  const engine = createMemoryTaskEngine();
  const runs: string[] = [];
  let goOn: () => void = () => undefined;
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  ends.push(() => goOn());
  const common = { version: '1.0.0', description: 'Works.', taskSupport: 'optional' } as const;
  const tools = [
    defineTool({
      ...common,
      id: 'Work.Add',
      input: z.object({ a: z.string().transform(Number), b: z.number().default(1) }),
      output: z.object({ sum: z.number(), by: z.string() }),
      run: ({ a, b }, { principal, callId }) => {
        runs.push(callId);
        return { sum: a + b, by: String(principal?.claims?.['team']) };
      },
    }),
    defineTool({ ...common, id: 'Work.Wait', run: () => going.then(() => 'waited') }),
    defineTool({
      ...common,
      id: 'Work.Ask',
      run: async (_, { ask, save, saved }) => {
        runs.push(JSON.stringify(saved) ?? 'nothing');
        await save('asked once');
        const { name } = await ask({ name: nameForm });
        return [saved, name.content];
      },
    }),
    defineTool({
      ...common,
      id: 'Work.Flaky',
      annotations: { idempotent: true },
      run: () => {
        runs.push('flaky');
        if (runs.length < 3) throw new RetryableToolError('The printer is busy', { retryAfterMs: 1 });
        return runs.length;
      },
    }),
    defineTool({
      ...common,
      id: 'Work.Secret',
      requirements: { secrets: [{ id: 'KEY' }] },
      run: async (_, { secret, save }) => {
        runs.push('secret');
        const value = secret('KEY');
        const problem = await save({ value: value ?? null }).then(() => 'kept', String);
        return { length: value?.length ?? 0, problem };
      },
    }),
    defineTool({
      ...common,
      id: 'Work.Login',
      input: { type: 'object', properties: { password: { type: 'string', format: 'password' } } },
      run: () => 'in',
    }),
  ];
  const sharing: Site['sharing'] = (options) => createTaskCalls({ store, engine, ...options });
  return {
    store,
    runs,
    sharing,
    goOn: () => goOn(),
    process: (options = {}) => {
      const tasks = sharing({});
      const requirements = { secret: () => 'own-secret-of-the-server' };
      return createToolServer({
        tools,
        tasks,
        wires: [],
        requirements,
        validator: ajv(),
        logger: silentLogger,
        ...options,
      });
    },
    work: (server) => {
      const worker = server.runTasks();
      workers.push(worker);
      return worker;
    },
    kept: async (id) => {
      const record = await store.read(id);
      if (record === undefined) throw new Error('The task is gone.');
      return record;
    },
  };
}

function call(toolId: string, input: unknown, changes: Partial<Call> = {}): Call {
  return callOf(toolId, input, { principal: ada, isCallerKnown: true, ...changes });
}

function taskOf(outcome: Outcome): string {
  if (outcome.kind !== 'deferred') throw new Error(`The call ended as ${outcome.kind}.`);
  return outcome.task.id;
}

describe('a call that is stored as a task', () => {
  it('runs in another process with the full context, and every process can read its outcome (TASK-01)', async () => {
    const { process, work, kept, runs } = createSite();
    const [web, other] = [process(), process()];
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const propagated = (field: string): string | undefined => (field === 'traceparent' ? traceparent : undefined);
    const outcome = await web.service.call(call('Work.Add', { a: '2' }, { defer: later, callId: 'c-1', propagated }));
    const id = taskOf(outcome);
    expect(runs).toEqual([]);
    expect((await kept(id)).call).toEqual({
      toolId: 'Work.Add',
      toolVersion: '1.0.0',
      input: { a: '2' },
      principal: ada,
      callId: 'c-1',
      idempotencyKey: expect.any(String) as unknown,
      askable: ['form'],
      traceparent,
      retrySafe: false,
    });
    work(process());
    const ended = await other.service.tasks?.result(id, owner);
    expect(ended).toMatchObject({
      status: 'completed',
      end: { callId: 'c-1', outcome: { kind: 'value', value: { sum: 3, by: 'red' }, tool: { id: 'Work.Add' } } },
    });
    expect(runs).toEqual(['c-1']);
    expect(await other.service.tasks?.get(id, ':grace')).toBeUndefined();
  });

  it('has a valid trace of its request, also of a later version of the format', async () => {
    const { process, kept } = createSite();
    const { service } = process();
    const trace = `-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    for (const traceparent of [`00${trace}`, `01${trace}-more`, `00${trace}-more`, `ff${trace}`]) {
      const propagated = (field: string): string | undefined => (field === 'traceparent' ? traceparent : undefined);
      const id = taskOf(
        await service.call(call('Work.Add', { a: '2' }, { defer: later, callId: traceparent, propagated })),
      );
      const isValid = traceparent.startsWith('0') && traceparent !== `00${trace}-more`;
      expect((await kept(id)).call?.traceparent).toBe(isValid ? traceparent : undefined);
    }
  });

  it('runs with the client of its request, also in another process, and stays visible to it (TASK-36)', async () => {
    const tool = defineTool({
      id: 'Work.Client',
      version: '1.0.0',
      description: 'Returns its client.',
      taskSupport: 'optional',
      run: (_, { client: { canAsk, ...names }, sessionId }) => ({ ...names, sessionId, canAsk: canAsk('form') }),
    });
    const { process, work, kept } = createSite();
    const options = {
      tools: [tool],
      visible: (_tool, _principal, _values, { name, canAsk }) => name === 'editor' && canAsk('form') && !canAsk('url'),
    } satisfies Partial<ToolServerOptions>;
    const [web, other] = [process(options), process(options)];
    const names = { name: 'editor', version: '2', protocolVersion: '2025-11-25' };
    const client = { ...names, canAsk: (kind: string) => kind === 'form' };
    const id = taskOf(await web.service.call(call('Work.Client', {}, { defer: later, client, sessionId: 's-1' })));
    expect((await kept(id)).call).toMatchObject({ client: names, sessionId: 's-1', askable: ['form'] });
    work(other);
    expect(await web.service.tasks?.result(id, owner)).toMatchObject({
      end: { outcome: { value: { ...names, sessionId: 's-1', canAsk: true } } },
    });
  });

  it('runs in this process with the client of its request, if tasks are not durable (TASK-36)', async () => {
    const tool = defineTool({
      id: 'Work.Client',
      version: '1.0.0',
      description: 'Returns its client.',
      taskSupport: 'optional',
      run: (_, { client, sessionId }) => [client.name, client.canAsk('form'), client.canAsk('url'), sessionId],
    });
    const web = createSite().process({ tools: [tool], tasks: createTasks() });
    const client = {
      name: 'editor',
      version: '2',
      protocolVersion: undefined,
      canAsk: (kind: string) => kind === 'form',
    };
    const id = taskOf(await web.service.call(call('Work.Client', {}, { defer: later, client, sessionId: 's-1' })));
    expect(await web.service.tasks?.result(id, owner)).toMatchObject({
      end: { outcome: { value: ['editor', true, false, 's-1'] } },
    });
  });

  it('runs without the context values of its request (TASK-24)', async () => {
    const user = createContextKey('user', 'anonymous');
    const tool = defineTool({
      id: 'Work.Whose',
      version: '1.0.0',
      description: 'Says for whom it works.',
      taskSupport: 'optional',
      run: (_, { get }) => get(user),
    });
    const { process, work } = createSite();
    const web = process({ tools: [tool] });
    const values = contextValues([contextEntry(user, 'ada')]);
    expect(await web.service.call(call('Work.Whose', {}, { values }))).toMatchObject({ value: 'ada' });
    const id = taskOf(await web.service.call(call('Work.Whose', {}, { values, defer: later })));
    work(web);
    expect(await web.service.tasks?.result(id, owner)).toMatchObject({ end: { outcome: { value: 'anonymous' } } });
  });

  it('is refused if the store is full: nothing runs, and the refusal has a retry delay', async () => {
    const { process, runs } = createSite();
    const store = createMemoryTaskStore({ maxTasks: 1 });
    const tasks = createTaskCalls<InputRequest, InputAnswer>({ store, engine: createMemoryTaskEngine() });
    const web = process({ tasks });
    taskOf(await web.service.call(call('Work.Add', { a: '1' }, { defer: later })));
    expect(await web.service.call(call('Work.Add', { a: '2' }, { defer: later }))).toMatchObject({
      kind: 'refused',
      code: 'overloaded',
      // Until the first of them expires: it still runs.
      retryAfterMs: expect.toSatisfy((ms: number) => ms > 86_000_000 && ms <= 86_400_000) as number,
      message: expect.stringContaining('The tool did not run. Retry in ') as string,
    });
    expect(runs).toEqual([]);
  });

  it("is refused with the store's retry delay, if it has one", async () => {
    const { process } = createSite();
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const store = createMemoryTaskStore({ maxTasksPerOwner: 1 });
    const tasks = createTaskCalls<InputRequest, InputAnswer>({ store, engine: createMemoryTaskEngine() });
    const web = process({ tasks });
    const id = taskOf(await web.service.call(call('Work.Add', { a: '1' }, { defer: later })));
    await web.service.tasks?.cancel(id, owner);
    now = 1_200_000;
    const refused = { kind: 'refused', code: 'overloaded', retryAfterMs: 2_400_000 };
    expect(await web.service.call(call('Work.Add', { a: '2' }, { defer: later }))).toMatchObject(refused);
    now += 2_400_000;
    taskOf(await web.service.call(call('Work.Add', { a: '2' }, { defer: later })));
  });

  it('does not start if a check refuses it', async () => {
    const { process, store } = createSite();
    const web = process();
    expect(await web.service.call(call('Work.Add', {}, { defer: later }))).toMatchObject({ kind: 'invalid' });
    expect(await store.list(owner, { limit: 9 })).toMatchObject({ records: [] });
  });

  it('returns its result if it ends in time, and leaves no task', async () => {
    const { process, work, store } = createSite();
    const web = process();
    work(web);
    expect(await web.service.call(call('Work.Add', { a: '2', b: 5 }, { defer: soon }))).toMatchObject({
      kind: 'value',
      value: { sum: 7 },
    });
    expect(await store.list(owner, { limit: 9 })).toMatchObject({ records: [] });
  });

  it('with a version that a worker lacks waits for another worker, while this one runs other calls (TASK-30)', async () => {
    const { process, work, sharing, store } = createSite();
    const common = { id: 'Deploy.Run', description: 'Runs.', taskSupport: 'optional' } as const;
    const [before, after] = [
      defineTool({ ...common, version: '1.0.0', run: () => 'before' }),
      defineTool({ ...common, version: '2.0.0', run: () => 'after' }),
    ];
    const [web, old] = [process({ tools: [before, after] }), process({ tools: [before] })];
    const begin = async (version: string): Promise<string> =>
      taskOf(await web.service.call(call(`Deploy.Run@${version}`, {}, { defer: later, callId: version })));
    const [known, unknown] = [await begin('1.0.0'), await begin('2.0.0')];
    const worker = work(old);
    expect(await web.service.tasks?.result(known, owner)).toMatchObject({ end: { outcome: { value: 'before' } } });
    await expect
      .poll(() => old.tasks?.list({ status: 'working' }))
      .toMatchObject({ tasks: [{ id: unknown, lacksToolSince: expect.any(Number) as number, attempts: 0 }] });
    await worker.stop();
    const newer = work(web);
    expect(await web.service.tasks?.result(unknown, owner)).toMatchObject({ end: { outcome: { value: 'after' } } });
    expect(await store.read(unknown)).toMatchObject({ fence: 1 });
    await newer.stop();
    // With this option, no caller waits.
    work(process({ tools: [before], tasks: sharing({ toolWaitMs: 0 }) }));
    const other = await begin('2.0.0');
    expect(await web.service.tasks?.result(other, owner)).toMatchObject({
      end: { outcome: { kind: 'refused', code: 'version_not_found' } },
    });
  });

  it('that needs input is stored, and its tool restarts in any process with the answers and the saved value (TASK-07)', async () => {
    const { process, work, kept, runs } = createSite();
    const web = process();
    const first = work(process());
    const id = taskOf(await web.service.call(call('Work.Ask', {}, { defer: later })));
    await vi.waitFor(async () => expect((await kept(id)).status).toBe('input_required'));
    await first.stop();
    expect(await web.service.tasks?.get(id, owner)).toMatchObject({ requests: { name: nameForm } });
    await process().service.tasks?.answer(id, owner, { name: { action: 'accept', content: { name: 'Ada' } } });
    expect(await kept(id)).toMatchObject({ status: 'working', turn: 2 });
    work(process());
    expect(await web.service.tasks?.result(id, owner)).toMatchObject({
      end: { outcome: { value: ['asked once', { name: 'Ada' }] } },
    });
    expect(runs).toEqual(['nothing', '"asked once"']);
  });

  it('that needs input that its caller does not support ends', async () => {
    const { process, work } = createSite();
    const web = process();
    work(web);
    const id = taskOf(await web.service.call(call('Work.Ask', {}, { defer: { afterMs: 0, askable: ['roots'] } })));
    expect(await web.service.tasks?.result(id, owner)).toMatchObject({
      end: { outcome: { kind: 'input_required', requests: { name: nameForm } } },
    });
  });

  it('requests input from a waiting caller that supports it', async () => {
    const { process, work } = createSite();
    const web = process();
    work(web);
    const ask = (): Promise<{ name: InputAnswer }> => Promise.resolve({ name: { action: 'accept', content: 'Ada' } });
    expect(await web.service.call(call('Work.Ask', {}, { defer: soon, ask }))).toMatchObject({
      value: ['asked once', 'Ada'],
    });
  });

  it("counts once for the caller's rate limit, but middleware around tools sees each run (TASK-33)", async () => {
    const { process, work, runs } = createSite();
    const seen: string[] = [];
    const use = [
      rate({ limit: 1, windowMs: 600_000, by: byPrincipal }),
      (one: Call, next: Next) => {
        seen.push(one.task === undefined ? 'comes' : 'runs');
        return next();
      },
    ];
    const web = process({ use, around: [rate({ limit: 3, windowMs: 600_000 })] });
    work(web);
    expect(await web.service.call(call('Work.Flaky', {}, { defer: soon }))).toMatchObject({ value: 3 });
    expect(runs).toHaveLength(3);
    expect(seen).toEqual(['comes', 'runs', 'runs', 'runs']);
    expect(await web.service.call(call('Work.Flaky', {}, { defer: soon }))).toMatchObject({ code: 'overloaded' });
  });

  it('is retried by the hints of an idempotent tool (TASK-22)', async () => {
    const { process, work, runs } = createSite();
    const web = process();
    work(web);
    expect(await web.service.call(call('Work.Flaky', {}, { defer: soon }))).toMatchObject({ value: 3 });
    expect(runs).toHaveLength(3);
  });

  it('does not run again if middleware reports that it may have run', async () => {
    const { process, work, runs } = createSite();
    const unsure: ToolServerOptions['around'] = [
      async (_call, next) => {
        await next();
        return { kind: 'refused', code: 'unavailable', message: 'Unsure', mayHaveRun: true, retryAfterMs: 1 };
      },
    ];
    const web = process({ around: unsure });
    work(web);
    const add = call('Work.Add', { a: '1' }, { callId: 'c', callerCallId: 'c' });
    for (const _time of ['first', 'second']) expect(await web.service.call(add)).toMatchObject({ mayHaveRun: true });
    expect(runs).toEqual(['c']);
  });

  it("is retried after the tool's delay, and runs at most five times (TASK-22)", async () => {
    const { process, work, kept } = createSite();
    const begun: number[] = [];
    const common = { version: '1.0.0', description: 'Fails.', taskSupport: 'optional' } as const;
    const fails = (more: object) => (): never => {
      begun.push(performance.now());
      throw new RetryableToolError('The printer is busy', more);
    };
    const [later60, forModel, unsafe, verifierTimeout] = [
      defineTool({ ...common, id: 'Fails.Later', annotations: { readOnly: true }, run: fails({ retryAfterMs: 60 }) }),
      defineTool({
        ...common,
        id: 'Fails.ForModel',
        annotations: { readOnly: true },
        run: fails({ retryAfterMs: 1, additionalPromptContent: 'Ask for less.' }),
      }),
      defineTool({ ...common, id: 'Fails.Unsafe', run: fails({ retryAfterMs: 1 }) }),
      defineTool({
        ...common,
        id: 'Fails.TooLate',
        annotations: { readOnly: true },
        run: fails({ retryAfterMs: 86_400_001 }),
      }),
    ];
    const web = process({ tools: [later60, forModel, unsafe, verifierTimeout] });
    work(web);
    const endOf = async (id: string): Promise<number> => {
      begun.length = 0;
      const task = taskOf(await web.service.call(call(id, {}, { defer: later })));
      const ended = await web.service.tasks?.result(task, owner);
      expect(ended).toMatchObject({
        end: { outcome: { kind: 'failed', failure: { message: 'The printer is busy' } } },
      });
      expect((await kept(task)).fence).toBe(begun.length);
      return begun.length;
    };
    expect(await endOf('Fails.Later')).toBe(5);
    const pauses = begun.slice(1).map((at, index) => at - (begun[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(59);
    // A hint for its model requires another input. A tool that may not run twice is not retried, and neither is a delay that
    // exceeds the TTL.
    for (const id of ['Fails.ForModel', 'Fails.Unsafe', 'Fails.TooLate']) expect(await endOf(id), id).toBe(1);
  });

  it('that stopping servers returned to the queue is retried as often as any other (TASK-25)', async () => {
    const { process, work, kept, runs } = createSite();
    let stops = 6;
    const tool = defineTool({
      id: 'Work.Long',
      version: '1.0.0',
      description: 'Takes long.',
      taskSupport: 'optional',
      annotations: { idempotent: true },
      run: () => {
        runs.push('long');
        if (stops > 0) return new Promise<never>(() => undefined);
        if (runs.length < 9) throw new RetryableToolError('The printer is busy', { retryAfterMs: 1 });
        return runs.length;
      },
    });
    const web = process({ tools: [tool] });
    const id = taskOf(await web.service.call(call('Work.Long', {}, { defer: later })));
    for (let times = 1; stops > 0; times += 1) {
      const server = process({ tools: [tool] });
      const worker = work(server);
      await vi.waitFor(() => expect(runs).toHaveLength(times));
      stops -= 1;
      const stopped = worker.stop();
      server.stop.interrupt();
      await stopped;
    }
    expect(await kept(id)).toMatchObject({ fence: 6, status: 'working' });
    work(process({ tools: [tool] }));
    expect(await web.service.tasks?.result(id, owner)).toMatchObject({ end: { outcome: { value: 9 } } });
  });

  it('ends at the deadline of its tool, and is removed when it expires', async () => {
    const { process, work, store } = createSite();
    const signals: AbortSignal[] = [];
    const common = { version: '1.0.0', description: 'Hangs.', taskSupport: 'optional' } as const;
    const run = (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    };
    const tools = [
      defineTool({ ...common, id: 'Hang.Shortly', timeoutMs: 50, run }),
      defineTool({ ...common, id: 'Hang.ForEver', run }),
    ];
    const web = process({ tools });
    work(web);
    const short = taskOf(await web.service.call(call('Hang.Shortly', {}, { defer: later })));
    expect(await web.service.tasks?.result(short, owner)).toMatchObject({
      end: {
        outcome: { kind: 'failed', failure: { message: expect.stringContaining('did not answer within') as string } },
      },
    });
    expect(signals[0]?.reason).toMatchObject({ name: 'TimeoutError' });
    const ever = taskOf(await web.service.call(call('Hang.ForEver', {}, { defer: { ...later, ttlMs: 100 } })));
    await vi.waitFor(() => expect(signals[1]?.aborted).toBe(true));
    await vi.waitFor(async () => expect(await store.read(ever)).toBeUndefined());
    expect(await web.service.tasks?.get(ever, owner)).toBeUndefined();
  });

  it("returns to the queue and is logged if its record can't be read after the start", async () => {
    const { process, store } = createSite();
    const create = store.create.bind(store);
    vi.spyOn(store, 'create').mockImplementation((record) => {
      vi.spyOn(store, 'read').mockRejectedValue(new Error('The store is away.'));
      return create(record);
    });
    const error = vi.fn();
    const web = process({ logger: { ...silentLogger, error } });
    expect(await web.service.call(call('Work.Wait', {}, { defer: soon }))).toMatchObject({ kind: 'deferred' });
    expect(JSON.stringify(error.mock.calls)).toContain('The store is away.');
  });

  it('can be canceled in any process', async () => {
    const { process, work, kept } = createSite();
    const web = process();
    work(process());
    const id = taskOf(await web.service.call(call('Work.Wait', {}, { defer: later })));
    await vi.waitFor(async () => expect((await kept(id)).fence).toBe(1));
    expect(await process().service.tasks?.cancel(id, owner)).toMatchObject({ changed: true });
    expect(await web.service.tasks?.get(id, owner)).toMatchObject({ status: 'cancelled' });
  });
});

describe('credentials (TASK-01, TASK-21)', () => {
  it('are supplied by the process that runs the call, and are not stored', async () => {
    const { process, work, kept } = createSite();
    const web = process();
    const id = taskOf(await web.service.call(call('Work.Secret', {}, { defer: later })));
    expect(JSON.stringify(await kept(id))).not.toContain('own-secret');
    work(process());
    const ended = await web.service.tasks?.result(id, owner);
    expect(ended).toMatchObject({
      end: { outcome: { value: { length: 24, problem: expect.stringContaining('secret') as string } } },
    });
    expect(JSON.stringify(await kept(id))).not.toContain('own-secret');
  });

  it('are not saved by a call without a task either, so that a tool fails before it becomes a task', async () => {
    const outcome = await createSite().process().service.call(call('Work.Secret', {}));
    expect(outcome).toMatchObject({
      value: {
        problem: 'TypeError: save: the value contains a secret of the call, which must not be stored. Leave it out.',
      },
    });
  });

  it.each([
    [
      'a secret of the caller',
      'Work.Secret',
      {},
      { authorization: [], secrets: [{ id: 'KEY', value: 'mine-and-only-mine' }] },
    ],
    ['a sensitive parameter', 'Work.Login', { password: 'mine-and-only-mine' }, { authorization: [], secrets: [] }],
  ])('a call with %s is refused as a task, and is not stored', async (_, toolId, input, context) => {
    const { process, store, runs } = createSite();
    const outcome = await process().service.call(call(toolId, input, { defer: later, context }));
    expect(outcome).toMatchObject({ kind: 'refused', code: 'missing_requirements' });
    expect(JSON.stringify(outcome)).not.toContain('mine-and-only');
    expect(await store.list(owner, { limit: 9 })).toMatchObject({ records: [] });
    expect(runs).toEqual([]);
  });

  it('of the caller are encrypted if there is a key, decrypted for the run, and deleted after it', async () => {
    const { process, work, kept, sharing } = createSite();
    const sealWith = [{ id: '2026-11', key: 'a1'.repeat(32) }] as const;
    const [web, worker] = [process({ tasks: sharing({ sealWith }) }), process({ tasks: sharing({ sealWith }) })];
    const context = { authorization: [], secrets: [{ id: 'KEY', value: 'mine-and-only-mine' }] };
    const limits = { deferAfterMs: 1 };
    const deferred = process({ tasks: sharing({ sealWith }), limits });
    const ids = [
      taskOf(await web.service.call(call('Work.Secret', {}, { defer: later, context }))),
      taskOf(await deferred.service.call(call('Work.Secret', {}, { callerCallId: 'k', context }))),
    ];
    for (const id of ids) {
      expect((await kept(id)).call?.sealed).toMatch(/^2026-11\./);
      expect(JSON.stringify(await kept(id))).not.toContain('mine');
    }
    work(worker);
    for (const id of ids) {
      const ended = await web.service.tasks?.result(id, owner);
      expect(ended).toMatchObject({ end: { outcome: { kind: 'value', value: { length: 18 } } } });
      expect((await kept(id)).call).not.toHaveProperty('sealed');
    }
    const login = await web.service.call(call('Work.Login', { password: 'mine-and-only-mine' }, { defer: later }));
    expect(login, 'of parameters').toMatchObject({ kind: 'refused', code: 'missing_requirements' });
  });

  it('a call with credentials and a call ID runs while its caller waits if there is no key', async () => {
    const { process, store } = createSite();
    const context = { authorization: [], secrets: [{ id: 'KEY', value: 'mine' }] };
    const outcome = await process().service.call(call('Work.Secret', {}, { callerCallId: 'k', context }));
    expect(outcome).toMatchObject({ kind: 'value', value: { length: 4 } });
    expect(await store.list(owner, { limit: 9 })).toMatchObject({ records: [] });
  });
});

describe('a call with a caller-chosen ID', () => {
  const keyed = (input: unknown, changes: Partial<Call> = {}): Call =>
    call('Work.Wait', input, { callId: 'c', callerCallId: 'c', ...changes });

  it('is never deferred if deferAfterMs is Infinity', async () => {
    const { process, work, goOn } = createSite();
    const web = process({ limits: { deferAfterMs: Number.POSITIVE_INFINITY } });
    work(web);
    const outcome = web.service.call(keyed({}));
    setTimeout(goOn, 50);
    expect(await outcome).toMatchObject({ kind: 'value', value: 'waited' });
  });

  it('is deferred after a while, and repeated calls read its record in any process', async () => {
    const { process, work, goOn, store } = createSite();
    const limits = { deferAfterMs: 20 };
    const [web, other] = [process({ limits }), process({ limits })];
    work(process());
    const first = await web.service.call(keyed({}));
    expect(first).toMatchObject({ kind: 'deferred', task: { pollAfterMs: 1_000 } });
    expect(taskOf(await other.service.call(keyed({})))).toBe(taskOf(first));
    goOn();
    const patient = process({ limits: { deferAfterMs: 60_000 } });
    expect(await patient.service.call(keyed({}))).toMatchObject({ kind: 'value', value: 'waited', replayed: true });
    expect(await other.service.call(keyed({}))).toMatchObject({ kind: 'value', value: 'waited', replayed: true });
    expect((await store.list(owner, { limit: 9 }))?.records).toHaveLength(1);
  });

  it('has the tool version of its caller if its run was itself deferred', async () => {
    const { process, work } = createSite();
    const wait = { id: 'Work.Wait', description: 'Waits.', taskSupport: 'optional', run: () => 'unused' } as const;
    const versions = ['1.0.0', '2.0.0'].map((version) => defineTool({ ...wait, version }));
    const elsewhere = { kind: 'deferred', task: { id: 'elsewhere', pollAfterMs: 1 } } as const;
    work(process({ tools: versions, around: [({ tool }) => ({ ...elsewhere, tool })] }));
    const web = process({ tools: versions });
    expect(await web.service.call(keyed({}, { toolId: 'Work.Wait@1.0.0' }))).toMatchObject({
      ...elsewhere,
      tool: { version: '1.0.0' },
    });
    expect(await web.service.call(keyed({}))).toMatchObject({ ...elsewhere, tool: { version: '2.0.0' } });
  });

  it('is deferred after ten seconds by default', async () => {
    const { process, store, goOn, work } = createSite();
    const web = process();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const told = vi.fn();
      const first = web.service.call(keyed({}));
      void Promise.resolve(first).then(told);
      await expect.poll(async () => (await store.list(owner, { limit: 9 }))?.records.length).toBe(1);
      await vi.advanceTimersByTimeAsync(9_000);
      expect(told).not.toHaveBeenCalled();
      // The elapsed time counts.
      await vi.advanceTimersByTimeAsync(1_000);
      expect(told).toHaveBeenCalledWith(expect.objectContaining({ kind: 'deferred' }));
    } finally {
      vi.useRealTimers();
    }
    work(process());
    goOn();
  });

  it('starts once, even if it is sent to several processes at once', async () => {
    const { process, work, runs } = createSite();
    const servers = Array.from({ length: 8 }, () => process());
    work(process());
    const one = call('Work.Add', { a: '1' }, { callId: 'c', callerCallId: 'c' });
    const outcomes = await Promise.all(servers.map(async (server) => server.service.call(one)));
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(Array(8).fill('value'));
    expect(runs).toEqual(['c']);
  });

  it('is refused for other input, separate for another caller, and canceled by its ID', async () => {
    const { process } = createSite();
    const web = process({ limits: { deferAfterMs: 1 } });
    const id = taskOf(await web.service.call(keyed({})));
    const other = call('Work.Add', { a: '1' }, { callId: 'c', callerCallId: 'c' });
    expect(await web.service.call(other)).toMatchObject({ kind: 'refused', code: 'call_id_conflict' });
    expect(taskOf(await web.service.call(keyed({}, { principal: { id: 'grace' } })))).not.toBe(id);
    await web.service.cancel(keyed({}));
    expect(await web.service.call(keyed({}))).toMatchObject({ kind: 'failed', reason: 'interrupted' });
  });

  it('runs while its caller waits if tasks are not durable', async () => {
    const { process, goOn } = createSite();
    const web = process({ tasks: createTasks<InputRequest, InputAnswer>(), limits: { deferAfterMs: 1 } });
    goOn();
    expect(await web.service.call(keyed({}))).toMatchObject({ kind: 'value', value: 'waited' });
  });
});

describe('a server that shuts down', () => {
  it('accepts no more tasks, and waits for running tasks', async () => {
    const { process, work, kept, goOn } = createSite();
    const server = process();
    work(server);
    const id = taskOf(await server.service.call(call('Work.Wait', {}, { defer: later })));
    await vi.waitFor(async () => expect((await kept(id)).fence).toBe(1));
    server.stop.refuse();
    const idle = server.stop.idle();
    goOn();
    await idle;
    expect(await kept(id)).toMatchObject({ status: 'completed' });
  });

  it('ends calls that must not run twice and have not ended in time with "may have run"', async () => {
    const { process, work, kept } = createSite();
    const server = process();
    work(server);
    const id = taskOf(await server.service.call(call('Work.Wait', {}, { defer: later })));
    await vi.waitFor(async () => expect((await kept(id)).fence).toBe(1));
    // The tool itself minds no signal.
    server.stop.interrupt();
    await vi.waitFor(async () =>
      expect(await kept(id)).toMatchObject({ status: 'failed', error: { mayHaveRun: true } }),
    );
    expect(await server.service.tasks?.get(id, owner)).toMatchObject({ end: { outcome: { kind: 'failed' } } });
  });

  it('refuses a worker if tasks are not durable', () => {
    const { process } = createSite();
    const server = createToolServer({ tools: [], wires: [], logger: silentLogger });
    expect(() => server.runTasks()).toThrow('This server stores no tasks');
    expect(process().service.tasks).toBeDefined();
  });
});

describe('a call with a caller-chosen ID and a retryable failure', () => {
  const failing = (failure: object = {}, fails = Number.POSITIVE_INFINITY) => {
    const site = createSite();
    let runs = 0;
    const gates: (() => void)[] = [];
    const tool = defineTool({
      id: 'Work.Fail',
      version: '1.0.0',
      description: 'Fails.',
      taskSupport: 'optional',
      input: z.object({ slow: z.boolean().default(false), by: z.string().default('') }),
      run: async ({ slow, by }) => {
        runs += 1;
        const run = runs;
        if (slow) await new Promise<void>((resolve) => gates.push(resolve));
        if (run <= fails) throw new RetryableToolError(`run ${run} failed`, failure);
        return `run ${run} ${by}`;
      },
    });
    const process = (limits: ToolServerOptions['limits'] = {}): ToolServer => site.process({ tools: [tool], limits });
    site.work(process());
    const ask = async (server: ToolServer, input: object = {}): Promise<Outcome> =>
      server.service.call(call('Work.Fail', input, { callId: 'c', callerCallId: 'c' }));
    return { ...site, process, ask, runs: () => runs, end: () => gates.shift()?.() };
  };
  const messageOf = (outcome: Outcome): string | undefined =>
    outcome.kind === 'failed' ? outcome.failure.message : undefined;

  it.each([[{}], [{ retryAfterMs: 1 }], [{ additionalPromptContent: 'Name a month' }]])(
    'runs once for each repeated request, failing with %j',
    async (failure) => {
      const { process, ask, runs } = failing(failure);
      for (let asked = 1; asked <= 5; asked += 1) expect(messageOf(await ask(process()))).toBe(`run ${asked} failed`);
      expect(runs()).toBe(5);
    },
  );

  it('stores its value once it succeeds', async () => {
    const { process, ask, runs } = failing({}, 1);
    await ask(process());
    expect(await ask(process())).toMatchObject({ kind: 'value', value: 'run 2 ' });
    expect(await ask(process())).toMatchObject({ kind: 'value', value: 'run 2 ', replayed: true });
    expect(runs()).toBe(2);
  });

  it('runs once for concurrent repeated calls, and returns the same result to each', async () => {
    const { process, ask, runs, end } = failing({}, 1);
    const servers = Array.from({ length: 8 }, () => process());
    const first = ask(process(), { slow: true });
    await expect.poll(runs).toBe(1);
    end();
    expect(messageOf(await first)).toBe('run 1 failed');
    const again = servers.map(async (server) => ask(server, { slow: true }));
    await expect.poll(runs).toBe(2);
    // Each of them is past its look at the record.
    await new Promise((resolve) => setTimeout(resolve, 50));
    end();
    expect((await Promise.all(again)).map((outcome) => outcome.kind === 'value' && outcome.value)).toEqual(
      Array(8).fill('run 2 '),
    );
    expect(runs()).toBe(2);
  });

  it('returns the failure to a polling caller before it runs again', async () => {
    const { process, ask, runs, end, store } = failing();
    const web = process({ deferAfterMs: 20 });
    for (let turn = 1; turn <= 3; turn += 1) {
      expect((await ask(web, { slow: true })).kind).toBe('deferred');
      await expect.poll(runs).toBe(turn);
      expect((await ask(web, { slow: true })).kind).toBe('deferred');
      end();
      await expect.poll(async () => (await store.list(owner, { limit: 9 }))?.records[0]?.status).toBe('completed');
      expect(messageOf(await ask(web, { slow: true }))).toBe(`run ${turn} failed`);
      expect(runs()).toBe(turn);
    }
  });

  it('then accepts other input under its ID, and refuses it during the next run', async () => {
    const { process, ask } = failing({}, 1);
    const web = process();
    await ask(web, { by: 'one' });
    expect(await ask(web, { by: 'two' })).toMatchObject({ kind: 'value', value: 'run 2 two' });
    expect(await ask(web, { by: 'one' })).toMatchObject({ kind: 'refused', code: 'call_id_conflict' });
  });
});
