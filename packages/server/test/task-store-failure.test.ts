import {
  type Call,
  type Deferral,
  defineTool,
  type InputAnswer,
  type InputRequest,
  type Outcome,
} from '@toolwire/core';
import {
  createMemoryTaskEngine,
  createMemoryTaskStore,
  createTaskCalls,
  createTasks,
  type TaskEngine,
} from '@toolwire/tasks';
import { ajv } from '@toolwire/validate/ajv';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createToolServer, silentLogger, type ToolServer } from '../src/index.ts';
import type { TaskWorker } from '../src/tool-server.ts';
import { away, type Fault, faultyStore, type Step, silence } from './faulty-store.ts';
import { callOf } from './support.ts';

const ada = { id: 'ada' };
const workers: TaskWorker[] = [];
const endings: (() => void)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const end of endings.splice(0)) end();
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

/** Servers of one deployment, whose store fails in the way of `fault` while it is set. */
interface Site {
  fault: Fault | undefined;
  readonly engine: TaskEngine;
  readonly server: (version?: string) => ToolServer;
  readonly work: (server: ToolServer) => void;
  /** The effects of the tools, as seen from outside. */
  readonly effects: string[];
  readonly stored: () => Promise<number>;
  readonly letGo: () => void;
}

function createSite(deferAfterMs = 60_000): Site {
  const store = createMemoryTaskStore();
  const engine = createMemoryTaskEngine();
  const effects: string[] = [];
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  endings.push(() => letGo());
  const faulty = faultyStore(store, (step, take) => (site.fault === undefined ? take() : site.fault(step, take)));
  const toolsOf = (version: string) => {
    const common = { version, description: 'Works.', taskSupport: 'optional' } as const;
    const run = (_: unknown, { callId }: { readonly callId: string }): string => {
      effects.push(callId);
      return `by ${version}`;
    };
    return [
      defineTool({ ...common, id: 'Work.Pay', run }),
      defineTool({ ...common, id: 'Work.Look', annotations: { readOnly: true }, run }),
      defineTool({
        ...common,
        id: 'Work.Wait',
        run: async (input, context) => {
          await gate;
          return run(input, context);
        },
      }),
      defineTool({
        ...common,
        id: 'Work.Ask',
        run: async (_, { ask }) =>
          (await ask({ name: { kind: 'form', message: 'Your name?', schema: { type: 'object' } } })).name.action,
      }),
    ];
  };
  const site: Site = {
    fault: undefined,
    engine,
    effects,
    letGo: () => letGo(),
    server: (version = '1.0.0') =>
      createToolServer({
        tools: toolsOf(version),
        tasks: createTaskCalls<InputRequest, InputAnswer>({ store: faulty, engine, sweepMs: 20 }),
        limits: { deferAfterMs },
        wires: [],
        validator: ajv(),
        logger: silentLogger,
      }),
    work: (server) => void workers.push(server.runTasks()),
    stored: async () => (await store.all({ limit: 9 }))?.records.length ?? 0,
  };
  return site;
}

const later: Deferral = { afterMs: 0, askable: ['form'] };

function keyed(toolId: string, changes: Partial<Call> = {}): Call {
  const id = 'order-1';
  return callOf(toolId, {}, { callId: id, callerCallId: id, principal: ada, isCallerKnown: true, ...changes });
}

function unkeyed(toolId: string): Call {
  return callOf(toolId, {}, { principal: ada, isCallerKnown: true, defer: later });
}

/** Fails one step: before it is taken, or after it when its answer is lost. */
function failing(failed: Step, when: 'before' | 'after', times = Number.POSITIVE_INFINITY): Fault {
  let left = times;
  return async (step, take) => {
    if (step !== failed || left === 0) return take();
    left -= 1;
    if (when === 'after') await take();
    return away();
  };
}

/** Takes the first steps of a kind, and none after. */
function failingAfter(failed: Step, taken: number): Fault {
  let left = taken;
  return (step, take) => {
    if (step !== failed) return take();
    left -= 1;
    return left < 0 ? away() : take();
  };
}

/** Answers one step late; `goOn` lets it be taken. */
function holding(held: Step): { readonly fault: Fault; readonly goOn: () => void; readonly reached: () => boolean } {
  let goOn: () => void = () => undefined;
  let isReached = false;
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return {
    fault: async (step, take) => {
      if (step === held) {
        isReached = true;
        await going;
      }
      return take();
    },
    goOn: () => goOn(),
    reached: () => isReached,
  };
}

const unknownStart = { kind: 'refused', code: 'unavailable', mayHaveRun: true };

describe('a call with an ID whose store fails', () => {
  it.each<[string, Fault]>([
    ['before it can be looked for', failing('read', 'before')],
    ['before it is stored', failing('create', 'before')],
    ['once it is stored, and the answer is lost', failing('create', 'after')],
    ['once it is stored, when it is read back', failingAfter('read', 1)],
  ])('%s is refused with a retry delay, and never as "did not run"', async (_when, fault) => {
    const site = createSite();
    const web = site.server();
    site.work(site.server());
    site.fault = fault;
    const refused = await web.service.call(keyed('Work.Pay'));
    expect(refused).toMatchObject({ ...unknownStart, retryAfterMs: 1_000 });
    expect(JSON.stringify(refused)).not.toMatch(/did not run/i);
    site.fault = undefined;
    for (const server of [web, site.server()]) {
      expect(await server.service.call(keyed('Work.Pay'))).toMatchObject({ kind: 'value', value: 'by 1.0.0' });
    }
    expect(site.effects).toEqual(['order-1']);
  });

  it.each<[string, Step]>([
    ['when it is looked for', 'read'],
    ['when it is stored', 'create'],
  ])('with a store that hangs %s ends in time, and has its true state when the store is back', async (_when, step) => {
    const site = createSite();
    const web = site.server();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    site.fault = (taken, take) => (taken === step ? silence() : take());
    const refused = web.service.call(keyed('Work.Pay'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await refused).toMatchObject({ ...unknownStart, retryAfterMs: 1_000 });
    vi.useRealTimers();
    site.fault = undefined;
    site.work(site.server());
    expect(await web.service.call(keyed('Work.Pay'))).toMatchObject({ kind: 'value' });
    expect(site.effects).toEqual(['order-1']);
  });

  it('returns in time if the queue hangs after the store, and is found by its ID', async () => {
    const site = createSite();
    const web = site.server();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const enqueue = vi.spyOn(site.engine, 'enqueue').mockImplementation(silence);
    const refused = web.service.call(keyed('Work.Pay'));
    // The digest of the call ID takes real time.
    await expect.poll(() => enqueue.mock.calls.length).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await refused).toMatchObject(unknownStart);
    vi.useRealTimers();
    enqueue.mockRestore();
    site.work(site.server());
    expect(await web.service.call(keyed('Work.Pay'))).toMatchObject({ kind: 'value', replayed: true });
    expect(site.effects).toEqual(['order-1']);
  });

  it('reports that it continues if the store fails during the run', async () => {
    const site = createSite();
    const web = site.server();
    site.work(site.server());
    site.fault = failingAfter('read', 2);
    expect(await web.service.call(keyed('Work.Wait'))).toMatchObject({ kind: 'deferred' });
    site.fault = undefined;
    site.letGo();
    expect(await web.service.call(keyed('Work.Wait'))).toMatchObject({ kind: 'value' });
    expect(site.effects).toEqual(['order-1']);
  });
});

describe('a call without an ID whose store fails', () => {
  it.each<[string, Fault]>([
    ['fails', failing('create', 'after')],
    ['is silent', (step, take) => (step === 'create' ? silence() : take())],
  ])('and %s may have started: only a tool that may run twice can be retried', async (how, fault) => {
    const site = createSite();
    const web = site.server();
    site.fault = fault;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = ['Work.Pay', 'Work.Look'].map((id) => Promise.resolve(web.service.call(unkeyed(id))));
    await vi.advanceTimersByTimeAsync(how === 'fails' ? 0 : 10_000);
    const [pay, look] = await Promise.all(asked);
    expect(pay).toMatchObject(unknownStart);
    expect(pay).not.toHaveProperty('retryAfterMs');
    expect(look).toMatchObject({ ...unknownStart, retryAfterMs: 1_000 });
    // No caller could ever ask for them.
    expect(await site.stored()).toBe(0);
  });

  it('is removed once it is stored after the timeout', async () => {
    const site = createSite();
    const web = site.server();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const slow = holding('create');
    site.fault = slow.fault;
    const refused = web.service.call(unkeyed('Work.Pay'));
    await expect.poll(slow.reached).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await refused).toMatchObject(unknownStart);
    vi.useRealTimers();
    slow.goOn();
    await expect.poll(site.stored).toBe(0);
    site.work(site.server());
    expect(site.effects).toEqual([]);
  });

  it.each<[string, Fault]>([
    ['fails', failing('remove', 'before')],
    ['is silent', (step, take) => (step === 'remove' ? silence() : take())],
  ])('and %s only during its removal returns its value', async (_how, fault) => {
    const site = createSite();
    const web = site.server();
    site.work(web);
    site.fault = fault;
    const call = { ...unkeyed('Work.Pay'), defer: { afterMs: 60_000, askable: [] } };
    expect(await web.service.call(call)).toMatchObject({ kind: 'value' });
  });

  it('is deferred if only storing the answers fails, and requests them again', async () => {
    const site = createSite();
    const web = site.server();
    site.work(web);
    const ask = async (): Promise<{ name: InputAnswer }> => {
      site.fault = failing('replace', 'before');
      return { name: { action: 'accept' } };
    };
    const call = { ...unkeyed('Work.Ask'), defer: { afterMs: 60_000, askable: ['form'] as const }, ask };
    const outcome = await web.service.call(call);
    expect(outcome).toMatchObject({ kind: 'deferred' });
    site.fault = undefined;
    const id = outcome.kind === 'deferred' ? outcome.task.id : '';
    expect(await web.service.tasks?.get(id, ':ada')).toMatchObject({ status: 'input_required' });
  });

  it('does not run, also not later, if tasks are in this process', async () => {
    const effects: string[] = [];
    const tool = defineTool({
      id: 'Work.Pay',
      version: '1.0.0',
      description: 'Pays.',
      taskSupport: 'optional',
      run: () => effects.push('paid'),
    });
    const slow = holding('create');
    let fault: Fault = failing('create', 'before');
    const store = faultyStore(createMemoryTaskStore(), (step, take) => fault(step, take));
    const tasks = createTasks<InputRequest, InputAnswer>({ store });
    const web = createToolServer({ tools: [tool], tasks, wires: [], logger: silentLogger });
    const refused = { kind: 'refused', code: 'unavailable', retryAfterMs: 1_000 };
    const didNotRun = expect.stringContaining('The tool did not run') as string;
    expect(await web.service.call(unkeyed('Work.Pay'))).toMatchObject({ ...refused, message: didNotRun });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fault = slow.fault;
    const second = web.service.call(unkeyed('Work.Pay'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await second).toMatchObject({ ...refused, message: didNotRun });
    vi.useRealTimers();
    slow.goOn();
    await expect.poll(async () => (await tasks.list(':ada'))?.tasks[0]?.status).toBe('completed');
    expect(effects).toEqual([]);
  });
});

describe('a cancellation', () => {
  const told = (outcome: Outcome): string => (outcome.kind === 'failed' ? outcome.failure.message : outcome.kind);

  it.each<[string, Step]>([
    ['looked for', 'read'],
    ['stored', 'create'],
  ])('that arrives while the call is being %s applies afterwards: nothing runs', async (_what, step) => {
    const site = createSite();
    const [web, worker] = [site.server(), site.server()];
    const slow = holding(step);
    site.fault = slow.fault;
    const first = web.service.call(keyed('Work.Pay'));
    await expect.poll(slow.reached).toBe(true);
    const canceled = web.service.cancel(keyed('Work.Pay'));
    slow.goOn();
    await canceled;
    site.work(worker);
    expect(told(await first)).toBe('The call was canceled before it started, so the tool did not run.');
    expect(told(await web.service.call(keyed('Work.Pay')))).toContain('did not run');
    expect(site.effects).toEqual([]);
  });

  it('during the start of the call never reports a running call as canceled', async () => {
    for (let round = 0; round < 50; round += 1) {
      const site = createSite();
      const web = site.server();
      site.work(site.server());
      const first = web.service.call(keyed('Work.Pay'));
      for (let turn = 0; turn < round % 5; turn += 1) await Promise.resolve();
      await web.service.cancel(keyed('Work.Pay'));
      const outcome = await first;
      if (outcome.kind === 'value') expect(site.effects).toHaveLength(1);
      else if (told(outcome).includes('did not run')) expect(site.effects).toEqual([]);
      else expect(told(outcome)).toContain('may have had an effect');
    }
  });

  it('of a started call reports that it may have had an effect', async () => {
    const site = createSite();
    const web = site.server();
    site.work(site.server());
    const first = web.service.call(keyed('Work.Wait'));
    await expect.poll(async () => (await web.tasks?.list())?.tasks[0]?.attempts).toBe(1);
    await web.service.cancel(keyed('Work.Wait'));
    expect(told(await first)).toBe('The call was canceled after it started. The tool may have had an effect.');
  });

  it('that the store rejects is reported: the call continues and has its value', async () => {
    const site = createSite();
    const web = site.server();
    const first = web.service.call(keyed('Work.Pay'));
    await expect.poll(site.stored).toBe(1);
    site.fault = failing('replace', 'before', 1);
    expect(await web.service.cancel(keyed('Work.Pay'))).toMatchObject({ code: 'unavailable', retryAfterMs: 1_000 });
    site.fault = undefined;
    site.work(site.server());
    expect(await first).toMatchObject({ kind: 'value' });
    expect(site.effects).toEqual(['order-1']);
  });
});

describe('a server that shuts down', () => {
  it('defers waiting callers, because another process continues their calls', async () => {
    const site = createSite();
    const web = site.server();
    const first = web.service.call(keyed('Work.Wait'));
    await expect.poll(site.stored).toBe(1);
    web.stop.interrupt();
    expect(await first).toMatchObject({ kind: 'deferred' });
    await web.stop.idle();
    site.letGo();
    const other = site.server();
    site.work(other);
    expect(await other.service.call(keyed('Work.Wait'))).toMatchObject({ kind: 'value' });
  });

  it('does not wait for a caller with an open input request: another process takes the answers', async () => {
    const site = createSite();
    const web = site.server();
    site.work(site.server());
    let isAsked = false;
    const ask = (): Promise<never> => {
      isAsked = true;
      return new Promise(() => undefined);
    };
    const first = web.service.call(keyed('Work.Ask', { defer: { afterMs: 60_000, askable: ['form'] }, ask }));
    await expect.poll(() => isAsked).toBe(true);
    web.stop.interrupt();
    expect(await first).toMatchObject({ kind: 'deferred' });
    await web.stop.idle();
  });

  it('responds to a caller with an open input request if the call ends with the process', async () => {
    const tasks = createTasks<InputRequest, InputAnswer>({ store: createMemoryTaskStore() });
    const tool = defineTool({
      id: 'Work.Ask',
      version: '1.0.0',
      description: 'Asks.',
      taskSupport: 'optional',
      run: async (_, { ask }) =>
        (await ask({ name: { kind: 'form', message: 'Your name?', schema: { type: 'object' } } })).name.action,
    });
    const web = createToolServer({ tools: [tool], tasks, wires: [], validator: ajv(), logger: silentLogger });
    let isAsked = false;
    const ask = (): Promise<never> => {
      isAsked = true;
      return new Promise(() => undefined);
    };
    const first = web.service.call(keyed('Work.Ask', { defer: { afterMs: 60_000, askable: ['form'] }, ask }));
    await expect.poll(() => isAsked).toBe(true);
    web.stop.interrupt();
    expect(await first).toMatchObject({ kind: 'failed', reason: 'interrupted' });
    await web.stop.idle();
  });

  it('does not wait for its store, and reports an unknown state', async () => {
    const site = createSite();
    const web = site.server();
    site.fault = (step, take) => (step === 'create' ? silence() : take());
    const first = web.service.call(keyed('Work.Pay'));
    web.stop.interrupt();
    expect(await first).toMatchObject({ ...unknownStart, retryAfterMs: 1_000 });
    await web.stop.idle();
  });
});

describe('a repeated call without a version after a deploy', () => {
  it('returns the stored result of the version that ran', async () => {
    const site = createSite();
    const old = site.server('1.0.0');
    site.work(old);
    expect(await old.service.call(keyed('Work.Pay'))).toMatchObject({ value: 'by 1.0.0' });
    const fresh = site.server('2.0.0');
    const again = await fresh.service.call(keyed('Work.Pay'));
    expect(again).toMatchObject({ kind: 'value', value: 'by 1.0.0', replayed: true });
    expect(await fresh.service.call(keyed('Work.Pay@2.0.0'))).toMatchObject({ code: 'call_id_conflict' });
    expect(await old.service.call(keyed('Work.Pay@1.0.0'))).toMatchObject({ value: 'by 1.0.0' });
    expect(site.effects).toEqual(['order-1']);
  });
});
