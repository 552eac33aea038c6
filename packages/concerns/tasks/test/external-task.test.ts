import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ExternalContext, ExternalSystem } from '../src/external-task.ts';
import {
  completed,
  createMemoryTaskEngine,
  createMemoryTaskStore,
  createTaskCalls,
  externalTask,
  type TaskCall,
  type TaskCallContext,
  type TaskCalls,
  type TaskStore,
  type WorkerHandle,
} from '../src/index.ts';
import { advancingClock, slowStore } from './helpers.ts';

/** The used part of a Temporal client: workflows by ID, at most one per ID. */
class Workflows {
  readonly started: string[] = [];
  readonly canceled: string[] = [];
  readonly signals: [id: string, name: string, value: unknown][] = [];
  readonly #states = new Map<string, { status: string; result?: string; question?: string }>();

  start(_type: string, { workflowId }: { readonly workflowId: string; readonly args: readonly unknown[] }) {
    this.started.push(workflowId);
    if (this.#states.has(workflowId)) throw new WorkflowExecutionAlreadyStartedError();
    this.#states.set(workflowId, { status: 'RUNNING' });
    return this.getHandle(workflowId);
  }

  getHandle(workflowId: string) {
    return {
      workflowId,
      query: async () => this.#states.get(workflowId) ?? { status: 'NOT_FOUND' },
      signal: async (name: string, value: unknown) => {
        this.signals.push([workflowId, name, value]);
        this.become(workflowId, { status: 'RUNNING' });
      },
      cancel: async () => void this.canceled.push(workflowId),
    };
  }

  become(id: string, state: { readonly status: string; readonly result?: string; readonly question?: string }): void {
    this.#states.set(id, state);
  }
}

class WorkflowExecutionAlreadyStartedError extends Error {}

/** The adapter, as an application writes it. */
function reports(client: Workflows): ExternalSystem<{ readonly year: number }, string, string, string> {
  return {
    pollMs: 1,
    start: (input, idempotencyKey) => {
      try {
        return client.start('report', { workflowId: `report-${idempotencyKey}`, args: [input] }).workflowId;
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return `report-${idempotencyKey}`;
        throw error;
      }
    },
    get: async (id) => {
      const { status, result = '', question } = await client.getHandle(id).query();
      if (status === 'COMPLETED') return { status: 'completed', result };
      if (status === 'FAILED') return { status: 'failed', error: new Error('The workflow has failed.') };
      return question === undefined
        ? { status: 'working', done: 1, message: 'Building' }
        : { status: 'input_required', requests: { approval: question } };
    },
    cancel: (id) => client.getHandle(id).cancel(),
    answer: (id, answers) => client.getHandle(id).signal('answer', answers),
  };
}

it('polls every two seconds by default', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const client = new Workflows();
    const asked = vi.fn();
    const system = reports(client);
    const run = externalTask<{ readonly year: number }, string, string, string>({
      ...system,
      pollMs: undefined,
      get: (id) => {
        asked();
        return system.get(id);
      },
    });
    const { signal } = new AbortController();
    const context = { idempotencyKey: 'c', signal, saved: undefined, save: async () => undefined };
    const built = run({ year: 2026 }, { ...context, progress: () => undefined, ask: async () => ({}) });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveBeenCalledTimes(2);
    client.become('report-c', { status: 'COMPLETED', result: 'built' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await built).toBe('built');
  } finally {
    vi.useRealTimers();
  }
});

it('waits for the poll interval after an answer, because the system may need time to use it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const answer = vi.fn();
    const get = vi.fn(() =>
      get.mock.calls.length < 4
        ? ({ status: 'input_required', requests: { approval: 'Publish?' } } as const)
        : ({ status: 'completed', result: 'built' } as const),
    );
    const run = externalTask<string, string, string, string>({
      pollMs: 100,
      start: () => 'report',
      get,
      cancel: () => undefined,
      answer,
    });
    const { signal } = new AbortController();
    const context = { idempotencyKey: 'c', signal, saved: undefined, save: async () => undefined };
    const built = run('2026', { ...context, progress: () => undefined, ask: async () => ({ approval: 'yes' }) });
    await vi.advanceTimersByTimeAsync(99);
    expect([get.mock.calls.length, answer.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(201);
    expect(await built).toBe('built');
  } finally {
    vi.useRealTimers();
  }
});

it('reports a message without a number, with the numbers before it', async () => {
  const progress = vi.fn();
  const states = [
    { status: 'working', message: 'Copying' },
    { status: 'working', done: 5, total: 10 },
    { status: 'working', message: 'Uploading' },
    { status: 'working' },
    { status: 'completed', result: 1 },
  ] as const;
  const get = vi.fn(() => states[get.mock.calls.length - 1] ?? states[4]);
  const run = externalTask<string, number>({ pollMs: 1, start: () => 'report', get, cancel: () => undefined });
  const { signal } = new AbortController();
  const context = { idempotencyKey: 'c', signal, saved: undefined, save: async () => undefined, progress };
  expect(await run('2026', { ...context, ask: async () => ({}) })).toBe(1);
  expect(progress.mock.calls).toEqual([
    [0, undefined, 'Copying'],
    [5, 10, undefined],
    [5, 10, 'Uploading'],
  ]);
});

const call: TaskCall = {
  toolId: 'Reports.Build',
  toolVersion: '1.0.0',
  input: { year: 2026 },
  callId: 'order-1',
  idempotencyKey: 'c',
  retrySafe: true,
};
const workers: WorkerHandle[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

interface Site {
  readonly client: Workflows;
  readonly calls: TaskCalls;
  readonly open: () => TaskCalls;
  readonly work: (process?: TaskCalls) => WorkerHandle;
  readonly begin: () => Promise<string>;
  readonly pass: (ms: number) => void;
}

function createSite(store = createMemoryTaskStore()): Site {
  const pass = advancingClock();
  const client = new Workflows();
  const run = externalTask(reports(client));
  // Each is a separate process: an in-memory engine is not shared.
  const open = (): TaskCalls => createTaskCalls({ store, engine: createMemoryTaskEngine(), leaseMs: 1_000 });
  const calls = open();
  const context = ({
    signal,
    saved,
    save,
    say,
    call: { idempotencyKey = '' },
  }: TaskCallContext): ExternalContext<string, string> => ({
    idempotencyKey,
    signal,
    saved,
    save,
    progress: (_done, _total, message) => say(message ?? ''),
    ask: async (requests) => Object.fromEntries(Object.keys(requests).map((key) => [key, 'yes'])),
  });
  return {
    client,
    calls,
    open,
    work: (process = calls) => {
      const worker = process.work(async (one) =>
        completed(await run(one.call.input as { readonly year: number }, context(one))),
      );
      workers.push(worker);
      return worker;
    },
    begin: async () => {
      const started = await calls.start({ owner: 'ada', call });
      return started.started ? started.task.id : '';
    },
    pass,
  };
}

describe('externalTask', () => {
  it('starts the work under the idempotency key, polls it, and reports its progress', async () => {
    const { client, calls, work, begin } = createSite();
    work();
    const id = await begin();
    await expect.poll(async () => (await calls.get(id, 'ada'))?.message).toBe('Building');
    client.become('report-c', { status: 'COMPLETED', result: 'the report' });
    expect(await calls.result(id, 'ada')).toMatchObject({ status: 'completed', result: 'the report' });
    expect(client.started).toEqual(['report-c']);
  });

  it('passes answers on, and fails with the work', async () => {
    const { client, calls, work, begin } = createSite();
    work();
    const id = await begin();
    await expect.poll(() => client.started).toHaveLength(1);
    client.become('report-c', { status: 'RUNNING', question: 'Publish it?' });
    await expect.poll(() => client.signals).toEqual([['report-c', 'answer', { approval: 'yes' }]]);
    client.become('report-c', { status: 'FAILED' });
    expect(await calls.result(id, 'ada')).toMatchObject({ status: 'failed' });
  });

  it('continues after a worker crash: the next worker polls the existing work', async () => {
    const { client, calls, open, work, begin, pass } = createSite();
    work();
    const id = await begin();
    await expect.poll(async () => (await calls.get(id, 'ada'))?.message).toBe('Building');
    pass(1_001);
    work(open());
    await expect.poll(async () => (await calls.admin.list())?.tasks[0]?.attempts).toBe(2);
    client.become('report-c', { status: 'COMPLETED', result: 'the report' });
    expect(await calls.result(id, 'ada')).toMatchObject({ result: 'the report' });
    expect(client.started).toEqual(['report-c']);
    expect(client.canceled).toEqual([]);
  });

  it('cancels the work with its call', async () => {
    const { client, calls, work, begin } = createSite();
    work();
    const id = await begin();
    await expect.poll(() => client.started).toHaveLength(1);
    await calls.cancel(id, 'ada');
    await expect.poll(() => client.canceled).toEqual(['report-c']);
  });

  it('cancels the work of a later attempt when the task expires', async () => {
    const { client, calls, open, work, begin, pass } = createSite();
    work();
    const id = await begin();
    await expect.poll(async () => (await calls.get(id, 'ada'))?.message).toBe('Building');
    pass(1_001);
    work(open());
    await expect.poll(async () => (await calls.admin.list())?.tasks[0]?.attempts).toBe(2);
    pass(86_400_000);
    await expect.poll(() => client.canceled).toEqual(['report-c']);
  });

  it('keeps the work when its ID could not be saved, so that the next attempt finds it (TASK-28)', async () => {
    const store = createMemoryTaskStore();
    let isAway = true;
    const replace: TaskStore['replace'] = (record) => {
      if (isAway && record.saved !== undefined) throw new Error('The store is away.');
      return store.replace(record);
    };
    const { client, calls, open, work, begin, pass } = createSite({ ...slowStore(store), replace });
    const worker = work();
    const id = await begin();
    await expect.poll(() => client.started).toHaveLength(1);
    await worker.stop();
    isAway = false;
    pass(1_001);
    work(open());
    await expect.poll(() => client.started).toHaveLength(2);
    client.become('report-c', { status: 'COMPLETED', result: 'the report' });
    expect(await calls.result(id, 'ada')).toMatchObject({ status: 'completed', result: 'the report' });
    expect(client.canceled).toEqual([]);
  });

  it('finds work that was started before a crash, though its ID was not saved', async () => {
    const { client, work, calls, begin } = createSite();
    client.start('report', { workflowId: 'report-c', args: [] });
    client.become('report-c', { status: 'COMPLETED', result: 'from before' });
    work();
    expect(await calls.result(await begin(), 'ada')).toMatchObject({ result: 'from before' });
  });

  it('refuses unknown options', () => {
    const system = { ...reports(new Workflows()), poll: 1 };
    expect(() => externalTask(system)).toThrow('poll');
  });
});
