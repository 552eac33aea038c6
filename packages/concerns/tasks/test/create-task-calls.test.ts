import { continuesElsewhere } from '@toolwire/internal';
import { deferred } from '@toolwire/internal/testing';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  completed,
  createMemoryTaskEngine,
  createMemoryTaskStore,
  createTaskCalls,
  createTasks,
  type RunCall,
  StoreFullError,
  type TaskCall,
  type TaskCallContext,
  type TaskCalls,
  type TaskCallsOptions,
  type TaskEngine,
  type TaskPageRequest,
  type TaskStore,
  type WorkerHandle,
} from '../src/index.ts';
import { advancingClock, taskOf, untilAborted } from './helpers.ts';

const call: TaskCall = {
  toolId: 'Work.Steps',
  toolVersion: '1.0.0',
  input: { steps: 2 },
  callId: 'call-1',
  retrySafe: true,
};
const owner = 'ada';
const workers: WorkerHandle[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

interface Site {
  readonly store: TaskStore;
  readonly tasks: ReturnType<typeof createTasks>;
  /** Another process with the same store and a separate engine, as after a crash of all processes. */
  readonly process: (options?: Partial<TaskCallsOptions>) => TaskCalls;
  /** The engine of each of them. */
  readonly engines: readonly TaskEngine[];
  readonly pass: (ms: number) => void;
  readonly reported: unknown[];
}

function createSite(): Site {
  const pass = advancingClock();
  const store = createMemoryTaskStore();
  const reported: unknown[] = [];
  const engines: TaskEngine[] = [];
  const report = (error: unknown): void => void reported.push(error);
  return {
    store,
    tasks: createTasks({ store }),
    process: (options = {}) => {
      const engine = createMemoryTaskEngine();
      engines.push(engine);
      return createTaskCalls({ store, engine, report, ...options });
    },
    engines,
    pass,
    reported,
  };
}

/** The same store, to be changed in part. */
function bound(store: TaskStore): TaskStore {
  return {
    create: (record) => store.create(record),
    read: (id) => store.read(id),
    replace: (record) => store.replace(record),
    list: (whose, page) => store.list(whose, page),
    remove: (id) => store.remove(id),
    watch: (id, listener) => store.watch(id, listener),
    claim: (...one) => store.claim(...one),
    renew: (...one) => store.renew(...one),
    release: (...one) => store.release(...one),
    unfinished: (page) => store.unfinished(page),
    all: (page) => store.all(page),
  };
}

function work(calls: TaskCalls, run: RunCall): WorkerHandle {
  const worker = calls.work(run);
  workers.push(worker);
  return worker;
}

/** The error class of a copy of this package that was loaded a second time. */
async function importAnotherCopy(): Promise<typeof StoreFullError> {
  vi.resetModules();
  const copy = await import('../src/index.ts');
  expect(copy.StoreFullError).not.toBe(StoreFullError);
  return copy.StoreFullError;
}

/** A worker that is lost: it has claimed the task, and is never heard of again. */
async function loseWorker({ store, pass }: Site, id: string): Promise<void> {
  expect(await store.claim(id, 1, 1_000)).toMatchObject({ kind: 'claimed' });
  pass(1_001);
}

/** Starts a call whose worker is not notified of changes to its task. */
async function startUnwatchedCall(site: ReturnType<typeof createSite>) {
  const calls = site.process({ store: { ...bound(site.store), watch: () => () => undefined } });
  const { id } = taskOf(await calls.start({ owner, call }));
  const started = deferred<TaskCallContext>();
  work(calls, (context) => {
    started.resolve(context);
    return untilAborted(context);
  });
  const { signal, save } = await started.promise;
  return { id, signal, save };
}

describe('createTaskCalls', () => {
  it('runs a call, and stores its result', async () => {
    const { process, tasks } = createSite();
    const calls = process();
    work(calls, ({ call: { toolId, toolVersion, input, callId }, attempt, saved }) =>
      completed({ toolId, toolVersion, input, callId, attempt, saved: saved ?? null }),
    );
    const { id } = taskOf(await calls.start({ owner, call }));
    expect(await tasks.result(id, owner)).toMatchObject({
      status: 'completed',
      result: { toolId: 'Work.Steps', toolVersion: '1.0.0', input: { steps: 2 }, callId: 'call-1', attempt: 1 },
    });
    expect(await tasks.get(id, 'grace')).toBeUndefined();
  });

  it.each([
    ['longer than a timer supports', 1e12, 2_147_483_647],
    ['without end', Number.POSITIVE_INFINITY, 2_147_483_647],
    ['that is over before a poll', -1, 1_000],
    ['with a fraction of a millisecond', 5_000.5, 5_001],
    ['that is not a number', Number.NaN, 86_400_000],
  ])('runs a call with a requested TTL %s', async (_what, ttlMs, storedMs) => {
    const { process, tasks } = createSite();
    const calls = process();
    const { id } = taskOf(await calls.start({ owner, call, ttlMs }));
    work(calls, async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return completed(signal.aborted);
    });
    expect(await tasks.result(id, owner)).toMatchObject({ result: false, ttlMs: storedMs });
  });

  it('runs a call of a crashed process, even if the engine lost it (TASK-04)', async () => {
    const { process, tasks } = createSite();
    const { id } = taskOf(await process().start({ owner, call }));
    work(process(), () => completed('by another process'));
    expect(await tasks.result(id, owner)).toMatchObject({ result: 'by another process' });
  });

  it.each<[when: string, report: () => unknown]>([
    [
      'at once',
      () => {
        throw new Error('The log is gone.');
      },
    ],
    ['later', () => Promise.reject(new Error('The log is gone.'))],
  ])('acknowledges a call even if an error report %s', async (_when, report) => {
    const site = createSite();
    const engine = createMemoryTaskEngine();
    const away: TaskEngine = {
      ready: () => engine.ready(),
      enqueue: () => Promise.reject(new Error('The engine is away.')),
      work: (run) => engine.work(run),
    };
    const { id } = taskOf(await site.process({ engine: away, report }).start({ owner, call }));
    expect(await site.tasks.get(id, owner)).toMatchObject({ status: 'working' });
  });

  it('reports a failed sweep without a task ID', async () => {
    const site = createSite();
    const error = new Error('The store is away.');
    const reported = deferred<readonly unknown[]>();
    const calls = site.process({
      store: { ...site.store, unfinished: () => Promise.reject(error) },
      report: (...facts) => reported.resolve(facts),
    });
    work(calls, () => completed(1));
    expect((await reported.promise).filter((fact) => fact !== undefined)).toStrictEqual([error]);
  });

  it('accepts a call while the engine is down, and enqueues it by a sweep', async () => {
    const site = createSite();
    const engine = createMemoryTaskEngine();
    const away: TaskEngine = {
      ready: () => engine.ready(),
      enqueue: () => Promise.reject(new Error('The engine is away.')),
      work: (run) => engine.work(run),
    };
    const { id } = taskOf(await site.process({ engine: away }).start({ owner, call }));
    expect(site.reported).toMatchObject([{ message: 'The engine is away.' }]);
    work(site.process(), () => completed(1));
    expect(await site.tasks.result(id, owner)).toMatchObject({ status: 'completed' });
  });

  it('runs a retry-safe call again after a worker crash, with its saved value (TASK-05)', async () => {
    const site = createSite();
    const saved = deferred<void>();
    const first = site.process({ leaseMs: 1_000 });
    const { id } = taskOf(await first.start({ owner, call }));
    const paused = deferred<void>();
    work(first, async ({ save }) => {
      await save({ step: 1 });
      saved.resolve();
      await paused.promise;
      return completed('late');
    });
    await saved.promise;
    site.pass(1_001);
    work(site.process(), ({ saved: kept, attempt }) => completed({ kept: kept ?? null, attempt }));
    expect(await site.tasks.result(id, owner)).toMatchObject({ result: { kept: { step: 1 }, attempt: 2 } });
    expect(await site.store.read(id)).not.toHaveProperty('saved');
    paused.resolve();
  });

  it('fails a call that is not retry-safe after a worker crash, with "may have run" (TASK-05)', async () => {
    const site = createSite();
    const { id } = taskOf(await site.process().start({ owner, call: { ...call, retrySafe: false } }));
    await loseWorker(site, id);
    let runs = 0;
    work(site.process(), () => completed((runs += 1)));
    expect(await site.tasks.result(id, owner)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('may have run') as string,
      error: { mayHaveRun: true },
    });
    expect(runs).toBe(0);
  });

  it('runs a call again that was handed back, even if its release failed (TASK-05)', async () => {
    const site = createSite();
    const store = { ...bound(site.store), release: () => Promise.reject(new Error('The store is away.')) };
    const first = site.process({ store, leaseMs: 1_000 });
    const { id } = taskOf(await first.start({ owner, call: { ...call, retrySafe: false } }));
    work(first, () => ({ status: 'handed_back', againInMs: 1_000_000 }));
    await expect.poll(() => site.reported).toMatchObject([{ message: 'The store is away.' }]);
    site.pass(1_001);
    const events: string[] = [];
    work(site.process({ observer: { observe: ({ kind }) => events.push(kind) } }), ({ attempt }) =>
      completed({ attempt }),
    );
    expect(await site.tasks.result(id, owner)).toMatchObject({ result: { attempt: 2 } });
    expect(events).not.toContain('worker_crashed');
  });

  it('fails a call after repeated worker crashes, only after it ran in isolation (FAULT-02, TASK-35)', async () => {
    const site = createSite();
    const { id } = taskOf(await site.process().start({ owner, call }));
    await loseWorker(site, id);
    // It was scheduled in isolation, and its workers crashed before it ran.
    await loseWorker(site, id);
    await loseWorker(site, id);
    const begun = deferred<number>();
    work(site.process({ maxAttempts: 2, leaseMs: 1_000 }), async (context) => {
      begun.resolve(context.attempt);
      return untilAborted(context);
    });
    expect(await begun.promise).toBe(2);
    site.pass(1_001);
    work(site.process({ maxAttempts: 2 }), () => completed(1));
    expect(await site.tasks.result(id, owner)).toMatchObject({
      status: 'failed',
      message:
        'The call was started 2 times, and its worker crashed each time. In the last attempt, no other call ran in the worker, so this call probably causes the crash.',
    });
  });

  it('limits the attempts of a call to maxAttempts (FAULT-02)', async () => {
    const site = createSite();
    const { id } = taskOf(await site.process().start({ owner, call }));
    await loseWorker(site, id);
    work(site.process({ maxAttempts: 1 }), () => completed(1));
    expect(await site.tasks.result(id, owner)).toMatchObject({
      status: 'failed',
      message: 'The call was started once, and its worker crashed.',
    });
  });

  it('runs a call in isolation after two worker crashes (TASK-35)', async () => {
    const site = createSite();
    const calls = site.process();
    const suspect = taskOf(await calls.start({ owner, call }));
    await loseWorker(site, suspect.id);
    await loseWorker(site, suspect.id);
    const running = new Set<string>();
    const together: string[][] = [];
    const ends = new Map<string, () => void>();
    work(calls, async ({ taskId }) => {
      running.add(taskId);
      together.push([...running]);
      await new Promise<void>((resolve) => ends.set(taskId, resolve));
      running.delete(taskId);
      return completed(taskId);
    });
    await expect.poll(() => together).toEqual([[suspect.id]]);
    const other = taskOf(await calls.start({ owner, call }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(together).toEqual([[suspect.id]]);
    ends.get(suspect.id)?.();
    await expect.poll(() => together).toEqual([[suspect.id], [other.id]]);
    // A second suspect waits for the call that runs, and the call that comes after it waits for both.
    const second = taskOf(await site.process().start({ owner, call }));
    await loseWorker(site, second.id);
    await loseWorker(site, second.id);
    await site.engines.at(0)?.enqueue({ taskId: second.id, turn: 1 });
    await expect.poll(async () => (await site.store.read(second.id))?.setAside).toBe(1);
    const third = taskOf(await calls.start({ owner, call }));
    ends.get(other.id)?.();
    await expect.poll(() => together.at(-1)).toEqual([second.id]);
    ends.get(second.id)?.();
    await expect.poll(() => together.at(-1)).toEqual([third.id]);
    ends.get(third.id)?.();
    for (const { id } of [suspect, other, second, third]) {
      expect(await site.tasks.result(id, owner)).toMatchObject({ status: 'completed', result: id });
    }
  });

  it('does not count parked or handed-back runs as crashes (FAULT-02)', async () => {
    const site = createSite();
    const calls = site.process();
    const { id } = taskOf(await calls.start({ owner, call }));
    const attempts: number[] = [];
    work(calls, ({ attempt, answers }) => {
      attempts.push(attempt);
      if (attempts.length < 4) return { status: 'handed_back', againInMs: 1, interrupted: true };
      return answers['name'] === undefined
        ? { status: 'input_required', requests: { name: 'Your name?' } }
        : untilAborted({ signal: AbortSignal.timeout(1) });
    });
    await expect.poll(() => attempts).toEqual([1, 2, 3, 4]);
    await expect.poll(async () => (await site.tasks.get(id, owner))?.status).toBe('input_required');
    for (const worker of workers.splice(0)) await worker.stop();
    await calls.answer(id, owner, { name: 'Ada' });
    expect(await site.store.claim(id, 2, 1_000)).toMatchObject({ kind: 'claimed' });
    site.pass(1_001);
    work(site.process({ maxAttempts: 2 }), ({ attempt, handBacks }) => completed([attempt, handBacks]));
    expect(await site.tasks.result(id, owner)).toMatchObject({ status: 'completed', result: [6, 0] });
  });

  it('rejects writes of a worker that resumes late, and aborts its signal (FAULT-03)', async () => {
    const site = createSite();
    const first = site.process({ leaseMs: 1_000 });
    const began = deferred<TaskCallContext>();
    const goOn = deferred<void>();
    const { id } = taskOf(await first.start({ owner, call }));
    const late = work(first, async (context) => {
      began.resolve(context);
      await goOn.promise;
      return completed('late');
    });
    const context = await began.promise;
    site.pass(1_001);
    const secondBegan = deferred<void>();
    const secondEnds = deferred<void>();
    work(site.process(), async () => {
      secondBegan.resolve();
      await secondEnds.promise;
      return completed('second');
    });
    await secondBegan.promise;
    if (!context.signal.aborted) await untilAborted(context).catch(() => undefined);
    expect(context.signal.reason).toMatchObject({ message: 'Another worker may have taken over the task.' });
    await expect(context.save('late')).rejects.toThrow('taken over the task');
    context.say('late');
    goOn.resolve();
    await late.stop();
    expect(await site.tasks.get(id, owner)).toMatchObject({ status: 'working' });
    expect(await site.store.read(id)).not.toHaveProperty('saved');
    secondEnds.resolve();
    expect(await site.tasks.result(id, owner)).toMatchObject({ result: 'second' });
  });

  it('renews its lease with the limits of its claim while the call runs', async () => {
    const store = createMemoryTaskStore();
    const renewed = deferred<unknown>();
    const watched: TaskStore = {
      ...bound(store),
      renew: (id, fence, leaseMs, limits) => {
        const held = store.renew(id, fence, leaseMs, limits);
        if (held) renewed.resolve(limits);
        return held;
      },
    };
    const engine = createMemoryTaskEngine();
    const calls = createTaskCalls({ store: watched, engine, leaseMs: 3_000, maxRunningPerTool: 2 });
    work(calls, async () => {
      await renewed.promise;
      return completed('long');
    });
    const { id } = taskOf(await calls.start({ owner, call }));
    expect(await renewed.promise).toEqual([{ name: `tool ${call.toolId}`, max: 2 }]);
    expect(await createTasks({ store }).result(id, owner)).toMatchObject({ result: 'long' });
  });

  it('does not take a call for crashed whose renewal is under way when it is handed back', async () => {
    const store = createMemoryTaskStore();
    const [sent, arrives] = [deferred<void>(), deferred<void>()];
    const slow: TaskStore = {
      ...bound(store),
      renew: async (...one) => {
        sent.resolve();
        await arrives.promise;
        return store.renew(...one);
      },
      release: async (...one) => {
        await store.release(...one);
        arrives.resolve();
      },
    };
    const calls = createTaskCalls({ store: slow, engine: createMemoryTaskEngine(), leaseMs: 600 });
    work(calls, async ({ attempt }) => {
      if (attempt > 1) return completed('again');
      await sent.promise;
      setTimeout(() => arrives.resolve(), 100);
      return { status: 'handed_back', againInMs: 50 };
    });
    const { id } = taskOf(await calls.start({ owner, call: { ...call, retrySafe: false } }));
    expect(await createTasks({ store }).result(id, owner)).toMatchObject({ status: 'completed', result: 'again' });
  });

  it('aborts a call at the TTL of its task, however late a worker claimed it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { process, pass } = createSite();
    await process().start({ owner, call, ttlMs: 60_000 });
    pass(59_950);
    vi.setSystemTime(Date.now() + 60_000);
    const aborted = deferred<unknown>();
    work(process(), ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason));
      // After the first observation of the call.
      setTimeout(() => pass(50), 50);
      return untilAborted({ signal });
    });
    expect(await aborted.promise).toMatchObject({ name: 'TimeoutError' });
  });

  it('does not take a canceled call for one that another worker has, if its renewal is rejected first', async () => {
    const site = createSite();
    const calls = site.process({ store: { ...bound(site.store), watch: () => () => undefined }, leaseMs: 300 });
    const { id } = taskOf(await calls.start({ owner, call }));
    const started = deferred<AbortSignal>();
    work(calls, (context) => {
      // After the first observation of the call.
      setTimeout(() => started.resolve(context.signal), 50);
      return untilAborted(context);
    });
    const signal = await started.promise;
    await calls.cancel(id, owner);
    await expect.poll(() => signal.aborted).toBe(true);
    expect(continuesElsewhere(signal.reason)).toBe(false);
  });

  it('aborts a call that saves after another worker has claimed it as one that continues there (FAULT-03)', async () => {
    const site = createSite();
    const { id, signal, save } = await startUnwatchedCall(site);
    site.pass(60_001);
    expect(await site.store.claim(id, 1, 60_000)).toMatchObject({ kind: 'claimed', lost: true });
    await expect(save('late')).rejects.toThrow('taken over the task');
    expect(continuesElsewhere(signal.reason)).toBe(true);
  });

  it('aborts a call that saves after its task was deleted and its ID was used again', async () => {
    const site = createSite();
    const { id, signal, save } = await startUnwatchedCall(site);
    const { fence: _, ...record } = (await site.store.read(id)) ?? expect.fail('The task is stored.');
    await site.store.remove(id);
    await site.store.create({ ...record, version: 1 });
    await expect(save('late')).rejects.toThrow('canceled');
    expect(signal.aborted).toBe(true);
    expect(await site.store.read(id)).not.toHaveProperty('saved');
  });

  it.each([
    ['that waits for input', { status: 'input_required', requests: { name: 'Your name?' } }],
    ['that is handed back', { status: 'handed_back', againInMs: 1_000_000 }],
  ] as const)('stores the last progress message of a call %s', async (_, end) => {
    const { process, tasks } = createSite();
    const calls = process();
    work(calls, ({ say }) => {
      for (const message of ['first', 'second', 'last']) say(message);
      return end;
    });
    const { id } = taskOf(await calls.start({ owner, call }));
    await expect.poll(async () => (await tasks.get(id, owner))?.message).toBe('last');
  });

  it('counts only claims that started the call as attempts, also after its end and a retry', async () => {
    const site = createSite();
    const calls = site.process();
    const { id } = taskOf(await calls.start({ owner, call, id: 'derived' }));
    await loseWorker(site, id);
    await loseWorker(site, id);
    work(calls, ({ attempt }) => completed(attempt));
    expect(await site.tasks.result(id, owner)).toMatchObject({ result: 3 });
    expect((await calls.admin.list())?.tasks).toMatchObject([{ attempts: 3 }]);
    await calls.admin.retry(id);
    await expect.poll(async () => (await site.tasks.get(id, owner))?.result).toBe(4);
  });

  it('starts one of concurrent calls with the same ID, and marks the other as repeated', async () => {
    const { process } = createSite();
    const stored: unknown[] = [];
    const observe = ({ kind }: { readonly kind: string }): void => void (kind === 'stored' && stored.push(kind));
    const starts = [process({ observer: { observe } }), process({ observer: { observe } })].map((calls) =>
      calls.start({ owner, call, id: 'same' }),
    );
    const started = await Promise.all(starts);
    expect(new Set(started.map((start) => start.started && start.repeated))).toEqual(new Set([false, true]));
    expect(stored).toHaveLength(1);
  });

  it('does not sweep if its engine cannot start a worker', () => {
    const { process, store } = createSite();
    const unfinished = vi.fn((page: TaskPageRequest) => store.unfinished(page));
    const engine: TaskEngine = {
      ready: async () => undefined,
      enqueue: async () => undefined,
      work: () => {
        throw new Error('The connection is not for workers.');
      },
    };
    const calls = process({ store: { ...bound(store), unfinished }, engine });
    expect(() => calls.work(() => completed(null))).toThrow('The connection is not for workers.');
    expect(unfinished).not.toHaveBeenCalled();
  });

  it('stops a sweep with its worker, without a report', async () => {
    const site = createSite();
    const { store } = site;
    const page = deferred<void>();
    const calls = site.process({
      store: {
        ...bound(store),
        unfinished: async (request) => {
          await page.promise;
          return store.unfinished(request);
        },
      },
    });
    await calls.start({ owner, call });
    const enqueue = vi.spyOn(site.engines[0] as TaskEngine, 'enqueue').mockRejectedValue(new Error('It is closed.'));
    await work(calls, () => completed(1)).stop();
    page.resolve();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(enqueue).not.toHaveBeenCalled();
    expect(site.reported).toEqual([]);
  });

  it('aborts the signal of a call that any process cancels', async () => {
    const { process, tasks } = createSite();
    const calls = process();
    const began = deferred<TaskCallContext>();
    work(calls, (context) => {
      began.resolve(context);
      return untilAborted(context);
    });
    const { id } = taskOf(await calls.start({ owner, call }));
    const { signal } = await began.promise;
    expect(await tasks.cancel(id, owner)).toMatchObject({ changed: true });
    if (!signal.aborted) await untilAborted({ signal }).catch(() => undefined);
    expect(await tasks.get(id, owner)).toMatchObject({ status: 'cancelled' });
  });

  it.each([
    [true, 'is run again', { status: 'completed', result: 2 }],
    [false, 'ends as one that may have run', { status: 'failed', error: { mayHaveRun: true } }],
  ] as const)(
    'TASK-28: a call (retrySafe: %s) whose store fails while it saves %s, and is not reported as failed',
    async (retrySafe, _what, expected) => {
      const { process, store, tasks, pass, reported } = createSite();
      const failure = new Error('The store is away.');
      let isAway = false;
      const replace: TaskStore['replace'] = (record) => {
        if (isAway && record.saved !== undefined) throw failure;
        return store.replace(record);
      };
      const calls = process({ store: { ...bound(store), replace }, sweepMs: 5, leaseMs: 1_000 });
      const began = deferred<void>();
      work(calls, async ({ attempt, save }) => {
        isAway = attempt === 1;
        began.resolve();
        await save(attempt);
        return completed(attempt);
      });
      const { id } = taskOf(await calls.start({ owner, call: { ...call, retrySafe } }));
      await began.promise;
      await expect.poll(() => reported).toContain(failure);
      expect(await tasks.get(id, owner)).toMatchObject({ status: 'working' });
      pass(1_001);
      expect(await tasks.result(id, owner)).toMatchObject(expected);
    },
  );

  it('refuses a call with the ID of a call of another owner', async () => {
    const calls = createSite().process();
    taskOf(await calls.start({ owner, call, id: 'same' }));
    expect(await calls.start({ owner: 'bob', call, id: 'same' })).toStrictEqual({ started: false, reason: 'conflict' });
  });

  it('starts a new task if the earlier one with its ID expires during the start', async () => {
    const { process, store, tasks } = createSite();
    const first = process();
    const worker = work(first, () => completed('first'));
    const { id } = taskOf(await first.start({ owner, call, id: 'same' }));
    const ended = await tasks.result(id, owner);
    await first.allowRestart(id, owner, ended?.version ?? 0);
    await worker.stop();
    const replace = (): boolean => {
      void store.remove(id);
      return false;
    };
    const again = await process({ store: { ...bound(store), replace } }).start({ owner, call, id });
    expect(again).toMatchObject({ started: true, repeated: false, task: { id, version: 1 } });
  });

  it('TASK-28: stores the result of a call when the store is back', async () => {
    const { process, store, tasks, reported } = createSite();
    let failures = 1;
    const replace: TaskStore['replace'] = (record) => {
      if (record.status === 'completed' && failures-- > 0) throw new Error('The store is away.');
      return store.replace(record);
    };
    const calls = process({ store: { ...bound(store), replace } });
    work(calls, () => completed('whole'));
    const { id } = taskOf(await calls.start({ owner, call }));
    expect(await tasks.result(id, owner)).toMatchObject({ status: 'completed', result: 'whole' });
    expect(reported).toMatchObject([{ message: 'The store is away.' }]);
  });

  it('TASK-28: keeps the result of a call that runs once while the store is away for less than the lease', async () => {
    const { process, store, tasks, reported } = createSite();
    const failure = new Error('The store is away.');
    let failures = 3;
    const replace: TaskStore['replace'] = (record) => {
      if (record.status !== 'working' && failures-- > 0) throw failure;
      return store.replace(record);
    };
    const calls = process({ store: { ...bound(store), replace } });
    work(calls, () => completed('paid'));
    const { id } = taskOf(await calls.start({ owner, call: { ...call, retrySafe: false } }));
    expect(await tasks.result(id, owner)).toMatchObject({ status: 'completed', result: 'paid' });
    expect(reported).toStrictEqual([failure]);
  });

  it.each([
    ['the result, if there is space again in time', 2, 60_000, { status: 'completed', result: 'paid' }],
    [
      'a failure, if there is no space in time',
      Number.POSITIVE_INFINITY,
      300,
      {
        status: 'failed',
        message: 'The work was done, but its result does not fit into the task store, because the database is full.',
      },
    ],
  ])(
    'TASK-28: stores %s, when the database is full at the end of a call',
    async (_what, failures, leaseMs, expected) => {
      const { process, store, tasks, reported } = createSite();
      const full = new StoreFullError({ cause: new Error('OOM command not allowed') });
      let remaining = failures;
      const replace: TaskStore['replace'] = (record) => {
        if (record.status === 'completed' && remaining-- > 0) throw full;
        return store.replace(record);
      };
      const calls = process({ store: { ...bound(store), replace }, leaseMs });
      work(calls, () => completed('paid'));
      const { id } = taskOf(await calls.start({ owner, call: { ...call, retrySafe: false } }));
      expect(await tasks.result(id, owner)).toMatchObject(expected);
      expect(reported).toStrictEqual([full]);
    },
  );

  it('reports errors of the background work of its store and engine', () => {
    const { store, process, reported } = createSite();
    const receivers: ((error: unknown) => void)[] = [];
    const reportTo = (receiver: (error: unknown) => void): void => void receivers.push(receiver);
    process({ store: { ...bound(store), reportTo }, engine: { ...createMemoryTaskEngine(), reportTo } });
    for (const receiver of receivers) receiver('no connection');
    expect(reported).toStrictEqual(['no connection', 'no connection']);
  });

  it('TASK-28: gives up a result when the lease is lost', async () => {
    const { process, store, reported } = createSite();
    const failure = new Error('The store is away.');
    const fail = (): never => {
      throw failure;
    };
    const replace: TaskStore['replace'] = (record) => (record.status === 'working' ? store.replace(record) : fail());
    const calls = process({ store: { ...bound(store), replace, renew: fail }, leaseMs: 300 });
    const worker = calls.work(() => completed('paid'));
    await calls.start({ owner, call });
    await expect.poll(() => reported.length).toBeGreaterThan(2);
    await worker.stop();
    expect(new Set(reported)).toStrictEqual(new Set([failure]));
  });

  it.each([
    ['the lease has passed since its first failure', 300, () => undefined],
    ['the engine may deliver the call to another worker', 60_000, (turn: AbortController) => turn.abort()],
  ])('TASK-28: gives up a result when %s, though its lease is renewed', async (_what, leaseMs, onFailure) => {
    const { process, store, reported } = createSite();
    const turn = new AbortController();
    const failure = new Error('The write timed out.');
    const replace: TaskStore['replace'] = (record) => {
      if (record.status === 'working') return store.replace(record);
      onFailure(turn);
      throw failure;
    };
    const engine = createMemoryTaskEngine();
    const abortable: TaskEngine = {
      ready: () => engine.ready(),
      enqueue: (one) => engine.enqueue(one),
      work: (run) => engine.work((delivery) => run({ ...delivery, signal: turn.signal })),
    };
    const calls = process({ store: { ...bound(store), replace }, engine: abortable, leaseMs });
    const worker = calls.work(() => completed('paid'));
    const { id } = taskOf(await calls.start({ owner, call }));
    await worker.stop();
    expect(reported).toStrictEqual([failure, failure]);
    expect(await store.read(id)).toMatchObject({ status: 'working' });
  });

  it.each([
    ['this package', () => StoreFullError],
    ['another copy of this package, such as the CommonJS build', importAnotherCopy],
  ])(
    'reports that the database of a store is full with the error of %s, and gives no retry delay for it',
    async (_copy, errorClass) => {
      const { process, store, reported } = createSite();
      const FullError = await errorClass();
      const full = new FullError({ cause: new Error('OOM command not allowed') });
      const create = (): never => {
        throw full;
      };
      const calls = process({ store: { ...bound(store), create, roomInMs: () => 3_600_000 } });
      expect(await calls.start({ owner, call })).toStrictEqual({ started: false, reason: 'full' });
      expect(reported).toStrictEqual([full]);
    },
  );

  it.each([
    ['is too large', undefined, '. Wait until older tasks have expired.'],
    ['does not fit into the full database', new Error('OOM'), ', because the database is full.'],
  ])('fails a call whose saved value %s, with a clear message (TASK-28)', async (_what, cause, advice) => {
    const { process, tasks, store } = createSite();
    const replace: TaskStore['replace'] = (record) => {
      if (record.saved !== undefined && record.status === 'working') throw new StoreFullError({ cause });
      return store.replace(record);
    };
    const calls = process({ store: { ...bound(store), replace } });
    work(calls, async ({ save }) => {
      await save('step 1');
      return completed('never');
    });
    const { id } = taskOf(await calls.start({ owner, call }));
    const message = `The work stopped, because its saved value does not fit into the task store${advice}`;
    expect(await tasks.result(id, owner)).toMatchObject({ status: 'failed', message });
  });

  it('fails a call whose request for input is too large, with a clear message (TASK-28)', async () => {
    const { process, tasks, store } = createSite();
    const replace: TaskStore['replace'] = (record) => {
      if (record.status === 'input_required') throw new StoreFullError();
      return store.replace(record);
    };
    const calls = process({ store: { ...bound(store), replace } });
    work(calls, () => ({ status: 'input_required', requests: { name: '?' } }));
    const { id } = taskOf(await calls.start({ owner, call }));
    const message =
      'The work stopped, because its request for input does not fit into the task store. Wait until older tasks have expired.';
    expect(await tasks.result(id, owner)).toMatchObject({ status: 'failed', message });
  });

  it('reports errors of a call only to the log', async () => {
    const { process, tasks, reported } = createSite();
    const calls = process();
    work(calls, () => {
      throw new Error('The password is xyzzy.');
    });
    const { id } = taskOf(await calls.start({ owner, call }));
    const ended = await tasks.result(id, owner);
    expect(ended).toMatchObject({ status: 'failed', message: 'The work failed unexpectedly.' });
    expect(JSON.stringify(ended)).not.toContain('xyzzy');
    expect(reported).toMatchObject([{ message: 'The password is xyzzy.' }]);
  });

  it('refuses a call with its own credentials, and stores nothing of it (TASK-01)', async () => {
    const { process, store } = createSite();
    const started = await process().start({ owner, call, credentialIds: ['MAIL_KEY', 'github'] });
    expect(started).toEqual({
      started: false,
      reason: 'credentials',
      message:
        "The call to 'Work.Steps' brought its own 'MAIL_KEY', 'github', which cannot be stored with a task. " +
        'Call it without a task, or let the server get what the tool requires from its own sources.',
    });
    expect(await store.list(owner, { limit: 10 })).toMatchObject({ records: [] });
  });

  describe('with sealed credentials', () => {
    const older = { id: '2026-05', key: 'a1'.repeat(32) };
    const newer = { id: '2026-11', key: 'b2'.repeat(32) };
    const credentials = {
      tokens: [{ id: 'github', token: 'canary-token' }],
      secrets: [{ id: 'MAIL_KEY', value: 'canary-secret' }],
    };
    const credentialIds = ['MAIL_KEY', 'github'];

    it('run with them in any process with the key, and store none unencrypted or after the end', async () => {
      const { process, store } = createSite();
      const front = process({ sealWith: [older] });
      const { id } = taskOf(await front.start({ owner, call, credentialIds, credentials }));
      const kept = JSON.stringify(await store.read(id));
      expect(kept).toContain('"sealed":"2026-05.');
      expect(kept).not.toMatch(/canary|github|MAIL_KEY/);
      const seen: unknown[] = [];
      // The key was changed in between.
      const later = process({ sealWith: [newer, older] });
      work(later, ({ credentials: opened }) => {
        seen.push(opened);
        return completed(null);
      });
      expect(await later.result(id, owner)).toMatchObject({ status: 'completed' });
      expect(seen).toEqual([credentials]);
      expect(JSON.stringify(await store.read(id))).not.toContain('sealed');
    });

    it('run again by an operator without them', async () => {
      const { process } = createSite();
      const calls = process({ sealWith: [newer] });
      const { id } = taskOf(await calls.start({ owner, call, credentialIds, credentials }));
      await calls.cancel(id, owner);
      const again = await calls.admin.retry(id);
      const seen: unknown[] = [];
      work(calls, ({ credentials: opened }) => {
        seen.push(opened);
        return completed(null);
      });
      expect(await calls.result(again?.id ?? '', owner)).toMatchObject({ status: 'completed' });
      expect(seen).toEqual([undefined]);
    });

    it.each([
      ['no process has the key any more', { sealWith: [newer] as const }, "encrypted with the key '2026-05'"],
      ['a process has none', {}, 'this process has no keys for tasks'],
    ])('fail if %s, and only the log contains the reason', async (_where, options, words) => {
      const { process, reported } = createSite();
      const { id } = taskOf(await process({ sealWith: [older] }).start({ owner, call, credentialIds, credentials }));
      const later = process(options);
      work(later, () => completed('never'));
      const ended = await later.result(id, owner);
      expect(ended).toMatchObject({ status: 'failed', message: 'The work failed unexpectedly.' });
      expect(reported).toMatchObject([{ message: expect.stringContaining(words) as string }]);
    });

    it('are bound to their call and owner (TASK-27)', async () => {
      const { process, store, reported } = createSite();
      const calls = process({ sealWith: [older] });
      const { id } = taskOf(await calls.start({ owner, call, credentialIds, credentials }));
      const sealed = (await store.read(id))?.call?.sealed ?? '';
      for (const [whose, callId] of [
        ['grace', 'call-1'],
        [owner, 'call-2'],
      ] as const) {
        const times = { createdAt: 0, updatedAt: 0, ttlMs: 60_000 };
        const stolen = { ...call, callId, sealed };
        await store.create({
          id: `${whose}-${callId}`,
          owner: whose,
          version: 1,
          status: 'working',
          questions: [],
          ...times,
          call: stolen,
        });
      }
      await calls.cancel(id, owner);
      work(calls, () => completed('never'));
      for (const [whose, other] of [
        ['grace', 'grace-call-1'],
        [owner, 'ada-call-2'],
      ] as const) {
        expect(await calls.result(other, whose)).toMatchObject({ status: 'failed' });
      }
      expect(reported).toHaveLength(2);
    });

    it('refuse weak keys', () => {
      const { process } = createSite();
      expect(() => process({ sealWith: [{ id: 'short', key: 'abc' }] })).toThrow(
        "The key 'short' in sealWith must be 32 bytes",
      );
      expect(() => process(JSON.parse('{ "sealWith": [] }') as object)).toThrow(
        'sealWith must contain at least one key, such as sealWith: [{ id: ',
      );
    });
  });

  it('starts nothing if the store is full', async () => {
    const store = createMemoryTaskStore({ maxTasks: 1 });
    const calls = createTaskCalls({ store, engine: createMemoryTaskEngine() });
    await calls.start({ owner, call });
    expect(await calls.start({ owner, call })).toMatchObject({
      started: false,
      reason: 'full',
      retryAfterMs: expect.any(Number) as number,
    });
  });
});
