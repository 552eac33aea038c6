import type { OperatorTask, TaskStatus } from '@toolwire/internal';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TasksSwept } from '../src/calls/task-events.ts';
import {
  completed,
  createMemoryTaskEngine,
  createMemoryTaskStore,
  createTaskCalls,
  createTasks,
  StoreFullError,
  type TaskCall,
  type TaskCalls,
  type TaskEvent,
  type TaskObserver,
  type TaskStore,
  type WorkerHandle,
} from '../src/index.ts';
import { advancingClock, taskOf, untilAborted } from './helpers.ts';

const call: TaskCall = {
  toolId: 'Work.Steps',
  toolVersion: '1.0.0',
  input: { card: 'private' },
  callId: 'call-1',
  retrySafe: false,
};

const workers: WorkerHandle[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

interface Site {
  readonly calls: TaskCalls;
  readonly store: TaskStore;
  readonly events: TaskEvent[];
  readonly swept: TasksSwept[];
  readonly begin: (owner: string | undefined, id?: string) => Promise<string>;
  readonly pass: (ms: number) => void;
}

function createSite(): Site {
  const pass = advancingClock();
  const store = createMemoryTaskStore({ maxTasks: 2_000 });
  const events: TaskEvent[] = [];
  const swept: TasksSwept[] = [];
  const observe: TaskObserver['observe'] = (event) => {
    if (event.kind === 'swept') swept.push(event);
    else events.push(event);
    throw new Error('the listener has failed');
  };
  const calls = createTaskCalls({ store, engine: createMemoryTaskEngine(), leaseMs: 1_000, observer: { observe } });
  return {
    calls,
    store,
    events,
    swept,
    begin: async (owner, id) => {
      const started = await calls.start({ owner, id, call });
      if (!started.started) throw new Error('There is no room.');
      return started.task.id;
    },
    pass,
  };
}

const idsOf = (tasks: readonly OperatorTask[]): string[] => tasks.map(({ id }) => id).sort();

describe('task admin', () => {
  it('lists calls without their inputs and results', async () => {
    const { calls, store, begin } = createSite();
    const ids = [await begin('ada'), await begin('grace'), await begin(undefined)];
    await createTasks({ store }).start({ owner: 'ada', run: () => completed('work of a process') });
    const page = await calls.admin.list();
    expect(idsOf(page?.tasks ?? [])).toEqual(ids.toSorted());
    expect(page?.tasks.find(({ owner }) => owner === 'ada')).toEqual({
      id: ids[0],
      owner: 'ada',
      status: 'working',
      createdAt: expect.any(Number) as number,
      updatedAt: expect.any(Number) as number,
      ttlMs: 86_400_000,
      toolId: 'Work.Steps',
      toolVersion: '1.0.0',
      callId: 'call-1',
      attempts: 0,
      retrySafe: false,
    });
    expect(JSON.stringify(page)).not.toContain('private');
    expect(await calls.admin.list({ cursor: 'nonsense' })).toBeUndefined();
  });

  it('rejects an unknown status, which would match no call', async () => {
    const { calls } = createSite();
    await expect(calls.admin.list({ status: 'canceled' as TaskStatus })).rejects.toThrow(
      "status must be 'working' or 'input_required' or 'completed' or 'failed' or 'cancelled', got 'canceled'.",
    );
  });

  it('filters by status across pages', async () => {
    const { calls, begin } = createSite();
    const ids: string[] = [];
    for (let count = 0; count < 250; count += 1) ids.push(await begin('ada'));
    expect((await calls.admin.list())?.tasks).toHaveLength(100);
    const [canceled = ''] = ids.slice(-1);
    await calls.admin.cancel(canceled);
    const found = async (status: TaskStatus): Promise<string[]> => {
      const tasks: OperatorTask[] = [];
      let cursor: string | undefined;
      do {
        const page = await calls.admin.list({ status, cursor });
        tasks.push(...(page?.tasks ?? []));
        cursor = page?.nextCursor;
      } while (cursor !== undefined);
      return idsOf(tasks);
    };
    expect(await found('cancelled')).toEqual([canceled]);
    expect(await found('working')).toEqual(ids.slice(0, -1).sort());
    expect(await found('failed')).toEqual([]);
  });

  it('cancels calls of any owner, even while they run', async () => {
    const { calls, begin } = createSite();
    let begun = (): void => undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    workers.push(
      calls.work((context) => {
        begun();
        return untilAborted(context);
      }),
    );
    const id = await begin('ada');
    await running;
    expect(await calls.admin.cancel(id)).toMatchObject({ status: 'cancelled', attempts: 1 });
    expect(await calls.get(id, 'ada')).toMatchObject({ status: 'cancelled' });
    expect(await calls.admin.cancel('unknown')).toBeUndefined();
  });

  it('does not cancel in-process work', async () => {
    const { calls, store } = createSite();
    const tasks = createTasks({ store });
    const started = await tasks.start({ owner: 'ada', run: untilAborted });
    if (!started.started) throw new Error('There is no room.');
    const { id } = started.task;
    expect(await calls.admin.cancel(id)).toBeUndefined();
    expect(await tasks.get(id, 'ada')).toMatchObject({ status: 'working' });
    await tasks.cancel(id, 'ada');
  });

  it.each([
    ['as another task, since none leaves its end', undefined],
    ['as the same task, where its id follows from the call', 'call-of-ada'],
  ])('are restarted %s', async (_how, given) => {
    const { calls, begin } = createSite();
    const id = await begin('ada', given);
    expect(await calls.admin.retry(id), 'one that goes on').toBeUndefined();
    expect(await calls.admin.retry('unknown')).toBeUndefined();
    await calls.admin.cancel(id);
    const again = await calls.admin.retry(id);
    expect(again).toMatchObject({ status: 'working', owner: 'ada', callId: 'call-1' });
    expect(again?.id === id).toBe(given !== undefined);
    workers.push(calls.work(({ call: { input } }) => completed(input)));
    expect(await calls.result(again?.id ?? '', 'ada')).toMatchObject({
      status: 'completed',
      result: { card: 'private' },
    });
    if (given === undefined) expect(await calls.get(id, 'ada')).toMatchObject({ status: 'cancelled' });
  });

  it('keep an ID that their caller chose, even if it is a UUID', async () => {
    const { calls, begin } = createSite();
    const id = await begin('ada', crypto.randomUUID());
    await calls.admin.cancel(id);
    expect(await calls.admin.retry(id)).toMatchObject({ id, status: 'working' });
  });

  it('are restarted within the share of anonymous callers', async () => {
    const { calls, store } = createSite();
    const started = await calls.start({ share: 0.25, call });
    const id = started.started ? started.task.id : '';
    await calls.admin.cancel(id);
    const again = await calls.admin.retry(id);
    expect(await store.read(again?.id ?? '')).toMatchObject({ owner: null, share: 0.25 });
  });
});

describe('the observer', () => {
  it('receives the events of a call, and may throw', async () => {
    const { calls, events, begin } = createSite();
    let runs = 0;
    workers.push(
      calls.work(() => {
        runs += 1;
        if (runs === 1) return { status: 'handed_back', againInMs: 1 };
        return runs === 2 ? { status: 'input_required', requests: { name: {} } } : completed(null);
      }),
    );
    const id = await begin('ada');
    await expect.poll(async () => (await calls.get(id, 'ada'))?.status).toBe('input_required');
    await calls.answer(id, 'ada', { name: 'Ada' });
    await calls.result(id, 'ada');
    await expect.poll(() => events.length).toBe(7);
    expect(events.map(({ kind, attempts }) => [kind, attempts])).toEqual([
      ['stored', 0],
      ['started', 1],
      ['handed_back', 1],
      ['started', 2],
      ['parked', 2],
      ['started', 3],
      ['ended', 3],
    ]);
    expect(events.map((event) => event.kind === 'started' && event.first)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(events[6]).toMatchObject({
      taskId: id,
      toolId: 'Work.Steps',
      toolVersion: '1.0.0',
      callId: 'call-1',
      status: 'completed',
    });
    expect(JSON.stringify(events)).not.toContain('private');
  });

  it('receives worker_crashed and failed_after_crashes after a worker crash', async () => {
    const { calls, store, events, begin, pass } = createSite();
    const id = await begin('ada');
    await store.claim(id, 1, 1_000);
    pass(1_001);
    workers.push(calls.work(() => completed('never')));
    await calls.result(id, 'ada');
    await expect
      .poll(() => events.map(({ kind }) => kind))
      .toEqual(['stored', 'worker_crashed', 'failed_after_crashes']);
    expect(events[2]).toMatchObject({ attempts: 2 });
  });

  it('receives no failed_after_crashes if the call was canceled when a worker found the crash', async () => {
    const { calls, store, events, begin, pass } = createSite();
    const id = await begin('ada');
    await store.claim(id, 1, 1_000);
    pass(1_001);
    const claim = store.claim.bind(store);
    store.claim = async (...request) => {
      const claimed = await claim(...request);
      await calls.cancel(id, 'ada');
      return claimed;
    };
    workers.push(calls.work(() => completed('never')));
    await expect.poll(() => events.length).toBeGreaterThan(1);
    await workers.pop()?.stop();
    expect(events.map(({ kind }) => kind)).toEqual(['stored', 'worker_crashed']);
  });

  it('receives discarded after a cancellation', async () => {
    const { calls, events, begin } = createSite();
    workers.push(calls.work((context) => untilAborted(context)));
    const id = await begin('ada');
    await expect.poll(() => events.length).toBe(2);
    await calls.cancel(id, 'ada');
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['stored', 'started', 'discarded']);
  });

  it('receives discarded if a call was canceled shortly before it ended', async () => {
    const { calls, events, begin } = createSite();
    workers.push(
      calls.work(async ({ taskId }) => {
        await calls.cancel(taskId, 'ada');
        return completed('late');
      }),
    );
    await begin('ada');
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['stored', 'started', 'discarded']);
  });

  it.each([
    [
      'completed after an outage of the store',
      new Error('The store is away.'),
      2,
      { kind: 'ended', status: 'completed' },
    ],
    ['failed if the result does not fit', new StoreFullError(), 1, { kind: 'ended', status: 'failed' }],
    ['discarded if the result could not be stored', new Error('No.'), Number.POSITIVE_INFINITY, { kind: 'discarded' }],
  ])('receives %s, with the time that the tool ran', async (_what, failure, failures, expected) => {
    const { calls, store, events, begin } = createSite();
    const replace = store.replace.bind(store);
    let remaining = failures;
    vi.spyOn(store, 'replace').mockImplementation((record) => {
      if (record.status !== 'working' && remaining-- > 0) throw failure;
      return replace(record);
    });
    workers.push(calls.work(() => completed('paid')));
    await begin('ada');
    await expect.poll(() => events[2]).toMatchObject(expected);
    expect(events[2]).toHaveProperty(
      'ranMs',
      expect.toSatisfy((ms: number) => ms < 500),
    );
  });

  it('receives handed_back if the store fails to release the call, and report() receives the error', async () => {
    const store = createMemoryTaskStore();
    const failure = new Error('The store is away.');
    vi.spyOn(store, 'release').mockImplementation(() => {
      throw failure;
    });
    const events: string[] = [];
    const reported: unknown[][] = [];
    const calls = createTaskCalls({
      store,
      engine: createMemoryTaskEngine(),
      observer: { observe: ({ kind }) => events.push(kind) },
      report: (...error) => reported.push(error),
    });
    workers.push(calls.work(() => ({ status: 'handed_back', againInMs: 60_000 })));
    const { id } = taskOf(await calls.start({ owner: 'ada', call }));
    await expect.poll(() => reported).toEqual([[failure, id]]);
    await expect.poll(() => events.filter((kind) => kind !== 'swept')).toEqual(['stored', 'started', 'handed_back']);
  });

  it('receives the number and age of waiting calls with each sweep', async () => {
    const { calls, store, swept, begin } = createSite();
    workers.push(calls.work(() => completed(null)));
    await expect.poll(() => swept).toEqual([{ kind: 'swept', queued: 0, waitingForTool: 0, oldestMs: 0 }]);
    for (const worker of workers.splice(0)) await worker.stop();
    const id = await begin('ada');
    await begin('grace');
    // One of them has a worker.
    await store.claim(id, 1, 60_000);
    workers.push(calls.work(() => completed(null)));
    await expect.poll(() => swept[1]).toMatchObject({ queued: 1 });
    expect(swept[1]?.oldestMs).toBeGreaterThanOrEqual(0);
  });
});

describe('the traceparent of the observer', () => {
  it('stores the current trace, or the one that came with the call', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const sent = '00-11111111111111111111111111111111-2222222222222222-01';
    let active: string | undefined = traceparent;
    const store = createMemoryTaskStore();
    const calls = createTaskCalls({
      store,
      engine: createMemoryTaskEngine(),
      observer: { observe: () => undefined, traceparent: () => active },
    });
    const kept = async (): Promise<string | undefined> => {
      const started = await calls.start({ call: { ...call, traceparent: sent } });
      return started.started ? (await store.read(started.task.id))?.call?.traceparent : undefined;
    };
    expect(await kept()).toBe(traceparent);
    active = undefined;
    expect(await kept()).toBe(sent);
  });
});
