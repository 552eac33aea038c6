import { deferred, settlePromises } from '@toolwire/internal/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  completed,
  createMemoryTaskStore,
  createTasks,
  failed,
  type JsonObject,
  type Task,
  type TaskContext,
  type TaskEnd,
  type TaskStore,
} from '../src/index.ts';
import { slowStore, taskOf, untilAborted } from './helpers.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
});

afterEach(() => {
  const left = vi.getTimerCount();
  vi.useRealTimers();
  if (left > 0) throw new Error(`${left} timers outlive their tasks.`);
});

describe.each<[string, () => TaskStore]>([
  ['in memory', () => createMemoryTaskStore()],
  ['on a store that answers later', slowStore],
])('createTasks, %s', (_, makeStore) => {
  it('returns a task at once, and its result later', async () => {
    const tasks = createTasks({ store: makeStore() });
    const work = deferred<string>();
    const task = taskOf(await tasks.start({ owner: 'ada', run: async () => completed({ text: await work.promise }) }));
    expect(task).toStrictEqual({
      id: task.id,
      version: 1,
      status: 'working',
      createdAt: 1_700_000_000_000,
      updatedAt: 1_700_000_000_000,
      ttlMs: 3_600_000,
      pollIntervalMs: 1_000,
    });
    expect(await tasks.get(task.id, 'ada')).toStrictEqual(task);
    vi.setSystemTime(1_700_000_000_500);
    work.resolve('done');
    await settlePromises();

    const ended = { ...task, version: 2, status: 'completed', updatedAt: 1_700_000_000_500, result: { text: 'done' } };
    expect(await tasks.get(task.id, 'ada')).toStrictEqual(ended);
    expect(await tasks.result(task.id, 'ada')).toStrictEqual(ended);
  });

  it('fails work whose request for input does not fit into the store, with a clear message', async () => {
    const store = createMemoryTaskStore({ maxBytes: 100_000 });
    const tasks = createTasks({ store });
    const run = async ({ ask }: TaskContext): Promise<TaskEnd> => completed(await ask({ name: 'x'.repeat(100_000) }));
    const { id } = taskOf(await tasks.start({ owner: 'ada', run }));
    expect(await tasks.result(id, 'ada')).toMatchObject({
      status: 'failed',
      message:
        'The work stopped, because its request for input does not fit into the task store. Wait until older tasks have expired.',
    });
  });

  it('creates IDs that cannot be guessed (MCP-TASK-03)', async () => {
    const tasks = createTasks({ store: makeStore() });
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => taskOf(await tasks.start({ run: () => completed(null) })).id),
    );

    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('stores the failure that the work returns', async () => {
    const tasks = createTasks({ store: makeStore() });
    const run = (): ReturnType<typeof failed> =>
      failed({ code: -1, message: 'No paper.' }, 'The printer has no paper.');
    const { id } = taskOf(await tasks.start({ run }));

    expect(await tasks.result(id, undefined)).toMatchObject({
      status: 'failed',
      message: 'The printer has no paper.',
      error: { code: -1, message: 'No paper.' },
    });
  });

  it.each([
    ['throws', () => Promise.reject(new Error('secret: hunter2 at /srv/app.js:3'))],
    [
      'throws at once',
      () => {
        throw new Error('secret: hunter2 at /srv/app.js:3');
      },
    ],
    ['returns what JSON cannot say', () => completed({ secret: 10n as unknown as number })],
    ['returns nothing', () => undefined as never],
  ])('fails a task whose work %s, and reports the reason only to the log', async (_title, run) => {
    const report = vi.fn();
    const tasks = createTasks({ store: makeStore(), report });
    const { id } = taskOf(await tasks.start({ run }));
    const task = await tasks.result(id, undefined);

    expect(task).toMatchObject({ status: 'failed', error: { message: 'The work failed unexpectedly.' } });
    expect(JSON.stringify(task)).not.toMatch(/secret|hunter2|srv|BigInt/);
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Error), id);
  });

  describe('cancel', () => {
    it('aborts the signal, and ignores later results of the work', async () => {
      const tasks = createTasks({ store: makeStore() });
      const late = deferred<string>();
      let context: TaskContext | undefined;
      const run = async (given: TaskContext): Promise<ReturnType<typeof completed>> => {
        context = given;
        return completed(await late.promise);
      };
      const { id } = taskOf(await tasks.start({ owner: 'ada', run }));
      const first = await tasks.cancel(id, 'ada');
      await settlePromises();
      expect(first).toMatchObject({ changed: true, task: { status: 'cancelled', message: 'The task was canceled.' } });
      expect(context?.signal.aborted).toBe(true);
      context?.say('still here');
      await expect(context?.ask({ a: 1 })).rejects.toMatchObject({ name: 'AbortError' });
      late.resolve('too late');
      await settlePromises();

      expect(await tasks.get(id, 'ada')).toStrictEqual(first?.task);
    });

    it('changes nothing the second time, or after the end', async () => {
      const tasks = createTasks({ store: makeStore() });
      const { id } = taskOf(await tasks.start({ run: untilAborted }));
      const first = await tasks.cancel(id, undefined);
      vi.setSystemTime(1_700_000_001_000);
      expect(await tasks.cancel(id, undefined)).toStrictEqual({ task: first?.task, changed: false });
      await settlePromises();

      const done = taskOf(await tasks.start({ run: () => completed(1) }));
      await tasks.result(done.id, undefined);
      expect(await tasks.cancel(done.id, undefined)).toMatchObject({
        changed: false,
        task: { status: 'completed', result: 1 },
      });
    });

    it('does not report errors of aborted work', async () => {
      const report = vi.fn();
      const tasks = createTasks({ store: makeStore(), report });
      const { id } = taskOf(await tasks.start({ run: untilAborted }));
      await tasks.cancel(id, undefined);
      await settlePromises();

      expect(report).not.toHaveBeenCalled();
    });

    it('aborts work on another server with the same store', async () => {
      const store = makeStore();
      const [here, there] = [createTasks({ store }), createTasks({ store })];
      let signal: AbortSignal | undefined;
      const run = (context: TaskContext): Promise<never> => {
        signal = context.signal;
        return untilAborted(context);
      };
      const { id } = taskOf(await here.start({ owner: 'ada', run }));
      await there.cancel(id, 'ada');
      await settlePromises();

      expect(signal?.aborted).toBe(true);
      expect(await here.get(id, 'ada')).toMatchObject({ status: 'cancelled' });
    });
  });

  describe('result', () => {
    it('waits until the task has ended, and rejects when its signal aborts', async () => {
      const tasks = createTasks({ store: makeStore() });
      const work = deferred<string>();
      const { id } = taskOf(await tasks.start({ run: async () => completed(await work.promise) }));
      const controller = new AbortController();
      const given = tasks.result(id, undefined, { signal: controller.signal });
      const kept = tasks.result(id, undefined);
      await settlePromises();
      controller.abort(new Error('gone'));
      await expect(given).rejects.toThrow('gone');
      await expect(tasks.result(id, undefined, { signal: controller.signal })).rejects.toThrow('gone');
      work.resolve('done');

      expect(await kept).toMatchObject({ status: 'completed', result: 'done' });
    });

    it('stops waiting at the TTL of the task', async () => {
      const tasks = createTasks({ store: makeStore(), ttlMs: 5_000 });
      const { id } = taskOf(await tasks.start({ run: untilAborted }));
      const waiting = tasks.result(id, undefined);
      await vi.advanceTimersByTimeAsync(5_000);

      expect(await waiting).toBeUndefined();
    });

    it('stops waiting for work whose server is gone', async () => {
      const store = makeStore();
      await store.create({
        id: 'orphan',
        owner: null,
        version: 1,
        status: 'working',
        createdAt: 0,
        updatedAt: 0,
        ttlMs: 5_000,
        questions: [],
      });
      const waiting = createTasks({ store }).result('orphan', undefined);
      await vi.advanceTimersByTimeAsync(5_000);

      expect(await waiting).toBeUndefined();
    });
  });

  describe('ask', () => {
    it('requires input until all questions are answered, and returns the answers to the work', async () => {
      const tasks = createTasks({ store: makeStore() });
      const run = async ({ ask }: TaskContext): Promise<ReturnType<typeof completed>> =>
        completed(await ask({ name: { say: 'Who?' }, age: { say: 'How old?' } }));
      const { id } = taskOf(await tasks.start({ owner: 'ada', run }));
      await settlePromises();
      expect(await tasks.get(id, 'ada')).toMatchObject({
        status: 'input_required',
        requests: { name: { say: 'Who?' }, age: { say: 'How old?' } },
      });
      const half = await tasks.answer(id, 'ada', { name: 'Ada', unknown: true });
      expect(half).toMatchObject({ status: 'input_required' });
      expect(half?.requests).toStrictEqual({ age: { say: 'How old?' } });
      // A second answer to the same question is ignored.
      await tasks.answer(id, 'ada', { name: 'Grace' });
      expect(await tasks.answer(id, 'ada', { age: 36 })).not.toHaveProperty('requests');

      expect(await tasks.result(id, 'ada')).toMatchObject({ status: 'completed', result: { name: 'Ada', age: 36 } });
    });

    it('handles concurrent requests, and never repeats a key', async () => {
      const tasks = createTasks({ store: makeStore() });
      const run = async ({ ask }: TaskContext): Promise<ReturnType<typeof completed>> => {
        const [a, b] = await Promise.all([ask({ a: 1 }), ask({ b: 2, a: 'other words' })]);
        return completed([a, b, await ask({ b: 3 }), await ask({})]);
      };
      const { id } = taskOf(await tasks.start({ run }));
      await settlePromises();
      expect((await tasks.get(id, undefined))?.requests).toStrictEqual({ a: 1, b: 2 });
      await tasks.answer(id, undefined, { b: 'B' });
      await settlePromises();
      expect((await tasks.get(id, undefined))?.requests).toStrictEqual({ a: 1 });
      await tasks.answer(id, undefined, { a: 'A' });

      expect(await tasks.result(id, undefined)).toMatchObject({
        result: [{ a: 'A' }, { a: 'A', b: 'B' }, { b: 'B' }, {}],
      });
    });

    it('accepts keys such as __proto__', async () => {
      const tasks = createTasks({ store: makeStore() });
      const requests = JSON.parse('{"__proto__":1,"constructor":2}') as JsonObject;
      const run = async ({ ask }: TaskContext): Promise<ReturnType<typeof completed>> => completed(await ask(requests));
      const { id } = taskOf(await tasks.start({ run }));
      await settlePromises();
      expect(JSON.stringify((await tasks.get(id, undefined))?.requests)).toBe('{"__proto__":1,"constructor":2}');
      await tasks.answer(id, undefined, {});
      await tasks.answer(id, undefined, JSON.parse('{"__proto__":3,"constructor":4}') as JsonObject);

      expect(JSON.stringify((await tasks.result(id, undefined))?.result)).toBe('{"__proto__":3,"constructor":4}');
    });

    it('gets answers that were given to another server with the same store', async () => {
      const store = makeStore();
      const [here, there] = [createTasks({ store }), createTasks({ store })];
      const run = async ({ ask }: TaskContext): Promise<ReturnType<typeof completed>> => completed(await ask({ a: 1 }));
      const { id } = taskOf(await here.start({ run }));
      await settlePromises();
      await there.answer(id, undefined, { a: 2 });

      expect(await there.result(id, undefined)).toMatchObject({ result: { a: 2 } });
    });

    it('rejects open requests when the task is canceled', async () => {
      const tasks = createTasks({ store: makeStore() });
      const failure = deferred<unknown>();
      const run = async ({ ask }: TaskContext): Promise<never> => {
        await ask({ a: 1 }).catch(failure.resolve);
        throw new Error('cut off');
      };
      const { id } = taskOf(await tasks.start({ run }));
      await settlePromises();
      await tasks.cancel(id, undefined);

      expect(await failure.promise).toMatchObject({ name: 'AbortError' });
    });
  });

  it('throttles progress messages, and never loses the last one', async () => {
    const tasks = createTasks({ store: makeStore() });
    let context: TaskContext | undefined;
    const run = (given: TaskContext): Promise<never> => {
      context = given;
      return untilAborted(given);
    };
    const { id } = taskOf(await tasks.start({ run }));
    const messages: (string | undefined)[] = [];
    const stop = await tasks.onChange(id, undefined, (task) => messages.push(task?.message));
    for (const word of ['one', 'two', 'three']) context?.say(word);
    await vi.advanceTimersByTimeAsync(999);
    expect((await tasks.get(id, undefined))?.message).toBe('one');
    await vi.advanceTimersByTimeAsync(2_000);
    context?.say('four');
    await settlePromises();
    await tasks.cancel(id, undefined);
    await settlePromises();
    stop?.();

    expect(messages.filter((message) => message !== undefined)).toStrictEqual([
      'one',
      'three',
      'four',
      'The task was canceled.',
    ]);
  });

  it('returns undefined for the task of another owner, as for a missing one (MCP-TASK-10)', async () => {
    const tasks = createTasks({ store: makeStore() });
    const { id } = taskOf(await tasks.start({ owner: 'ada', run: untilAborted }));
    const { id: anonymous } = taskOf(await tasks.start({ run: untilAborted }));
    const attempts: readonly (readonly [string, string | undefined])[] = [
      [id, 'grace'],
      [id, undefined],
      [id, 'null'],
      [anonymous, 'ada'],
      [anonymous, 'null'],
      ['00000000-0000-4000-8000-000000000000', 'ada'],
    ];
    for (const [some, owner] of attempts) {
      const listener = vi.fn();
      expect(await tasks.get(some, owner)).toBeUndefined();
      expect(await tasks.cancel(some, owner)).toBeUndefined();
      expect(await tasks.result(some, owner)).toBeUndefined();
      expect(await tasks.answer(some, owner, { a: 1 })).toBeUndefined();
      expect(await tasks.onChange(some, owner, listener)).toBeUndefined();
      await tasks.remove(some, owner);
      await settlePromises();
      expect(listener).not.toHaveBeenCalled();
    }

    expect(await tasks.get(id, 'ada')).toMatchObject({ status: 'working' });
    expect((await tasks.list('grace'))?.tasks).toStrictEqual([]);
    expect((await tasks.list('ada'))?.tasks).toMatchObject([{ id }]);
    expect((await tasks.list(undefined))?.tasks).toMatchObject([{ id: anonymous }]);
    await tasks.cancel(id, 'ada');
    await tasks.cancel(anonymous, undefined);
    await settlePromises();
  });

  it('lists pages of 100, and refuses an invalid cursor', async () => {
    const tasks = createTasks({ store: makeStore(), maxRunningPerOwner: 200 });
    for (let count = 0; count < 120; count += 1) {
      vi.setSystemTime(1_700_000_000_000 + count);
      await tasks.start({ owner: 'ada', run: () => completed(count) });
    }
    await settlePromises();
    const first = await tasks.list('ada');
    const second = await tasks.list('ada', first?.nextCursor);

    expect(first?.tasks.map(({ result }) => result)).toStrictEqual([...Array(100).keys()]);
    expect(second?.tasks.map(({ result }) => result)).toStrictEqual([...Array(20).keys()].map((index) => 100 + index));
    expect(second?.nextCursor).toBeUndefined();
    expect(await tasks.list('ada', 'nonsense')).toBeUndefined();
  });

  it('notifies of each change in order, and of the deletion', async () => {
    const tasks = createTasks({ store: makeStore(), ttlMs: 5_000 });
    const run = async ({ ask, signal }: TaskContext): Promise<never> => {
      await ask({ a: 1 });
      return untilAborted({ signal });
    };
    const { id } = taskOf(await tasks.start({ run }));
    const told: (Task | undefined)[] = [];
    const unheard: (Task | undefined)[] = [];
    const stop = await tasks.onChange(id, undefined, (task) => told.push(task));
    const stopEarly = await tasks.onChange(id, undefined, (task) => unheard.push(task));
    await settlePromises();
    stopEarly?.();
    unheard.length = 0;
    await tasks.answer(id, undefined, { a: 1 });
    await vi.advanceTimersByTimeAsync(5_000);
    stop?.();

    expect(['working,input_required,working,', 'input_required,working,']).toContain(
      told.map((task) => task?.status).join(','),
    );
    expect(unheard).toStrictEqual([]);
  });

  it('notifies of the deletion of an ended task at its TTL', async () => {
    const tasks = createTasks({ store: makeStore(), ttlMs: 5_000 });
    const { id } = taskOf(await tasks.start({ run: () => completed('done') }));
    await vi.advanceTimersByTimeAsync(0);
    const seen: (string | undefined)[] = [];
    const stop = await tasks.onChange(id, undefined, (task) => seen.push(task?.status));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(seen).toEqual(['completed']);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual(['completed', undefined]);
    stop?.();
  });

  it('deletes a task at its TTL, and aborts its work', async () => {
    const report = vi.fn();
    const tasks = createTasks({ store: makeStore(), ttlMs: 5_000, report });
    let signal: AbortSignal | undefined;
    const run = (context: TaskContext): Promise<never> => {
      signal = context.signal;
      return untilAborted(context);
    };
    const { id } = taskOf(await tasks.start({ run }));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await tasks.get(id, undefined)).toMatchObject({ status: 'working' });
    await vi.advanceTimersByTimeAsync(1);

    expect(await tasks.get(id, undefined)).toBeUndefined();
    expect(signal?.reason).toMatchObject({ name: 'TimeoutError' });
    expect(report).not.toHaveBeenCalled();
  });

  it('stores an ended task until its TTL', async () => {
    const tasks = createTasks({ store: makeStore(), ttlMs: 5_000 });
    const { id } = taskOf(await tasks.start({ run: () => completed('done') }));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await tasks.get(id, undefined)).toMatchObject({ result: 'done' });
    await vi.advanceTimersByTimeAsync(1);

    expect(await tasks.get(id, undefined)).toBeUndefined();
  });

  it.each([
    [undefined, 5_000],
    [7_000, 7_000],
    [7_000.2, 7_001],
    [1e300, 2_147_483_647],
    [Number.POSITIVE_INFINITY, 2_147_483_647],
    [0, 1_000],
    [-5, 1_000],
    [Number.NaN, 5_000],
  ])('grants a requested TTL of %s ms as %s', async (ttlMs, granted) => {
    const tasks = createTasks({ store: makeStore(), ttlMs: 5_000 });

    expect(taskOf(await tasks.start({ ttlMs, run: () => completed(null) }))).toMatchObject({ ttlMs: granted });
    await settlePromises();
  });

  it('removes a task, and aborts its work', async () => {
    const tasks = createTasks({ store: makeStore() });
    let signal: AbortSignal | undefined;
    const run = (context: TaskContext): Promise<never> => {
      signal = context.signal;
      return untilAborted(context);
    };
    const { id } = taskOf(await tasks.start({ run }));
    await tasks.remove(id, undefined);
    await settlePromises();

    expect(await tasks.get(id, undefined)).toBeUndefined();
    expect(signal?.aborted).toBe(true);
  });

  it('limits running tasks, in total and per owner, until their work has ended', async () => {
    const tasks = createTasks({ store: makeStore(), maxRunning: 3, maxRunningPerOwner: 2 });
    const deaf = deferred<ReturnType<typeof completed>>();
    const first = taskOf(await tasks.start({ owner: 'ada', run: () => deaf.promise }));
    const second = taskOf(await tasks.start({ owner: 'ada', run: untilAborted }));
    const notRun = vi.fn<() => ReturnType<typeof completed>>();
    expect(await tasks.start({ owner: 'ada', run: notRun })).toStrictEqual({ started: false, reason: 'busy' });
    const third = taskOf(await tasks.start({ run: untilAborted }));
    expect(await tasks.start({ owner: 'grace', run: notRun })).toStrictEqual({ started: false, reason: 'busy' });
    await tasks.cancel(first.id, 'ada');
    await tasks.cancel(third.id, undefined);
    await settlePromises();
    expect(await tasks.start({ owner: 'ada', run: notRun })).toStrictEqual({ started: false, reason: 'busy' });
    deaf.resolve(completed(null));
    await tasks.cancel(second.id, 'ada');
    await settlePromises();
    expect(notRun).not.toHaveBeenCalled();

    for (const owner of ['ada', 'ada', undefined]) taskOf(await tasks.start({ owner, run: () => completed(1) }));
    await settlePromises();
  });

  it('runs nothing if the store is full', async () => {
    const tasks = createTasks({ store: slowStore(createMemoryTaskStore({ maxTasks: 1 })), maxRunning: 2 });
    const run = vi.fn<() => ReturnType<typeof completed>>(() => completed(1));
    await tasks.start({ run });
    await settlePromises();
    for (let count = 0; count < 3; count += 1) {
      expect(await tasks.start({ run })).toStrictEqual({ started: false, reason: 'full' });
    }

    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('createTasks, on a store that fails', () => {
  function failing(fails: Partial<TaskStore>): TaskStore {
    const store = createMemoryTaskStore();
    const methods: TaskStore = {
      create: (record) => store.create(record),
      read: (id) => store.read(id),
      replace: (record) => store.replace(record),
      list: (owner, page) => store.list(owner, page),
      remove: (id) => store.remove(id),
      claim: (id, turn, leaseMs) => store.claim(id, turn, leaseMs),
      renew: (...one) => store.renew(...one),
      release: (id, fence) => store.release(id, fence),
      all: (page) => store.all(page),
      unfinished: (page) => store.unfinished(page),
      watch: (id, listener) => store.watch(id, listener),
    };
    return { ...methods, ...fails };
  }
  const broken = (): never => {
    throw new Error('the store is down');
  };

  it('rejects for waiting callers, and frees the slot', async () => {
    let down = true;
    const store = createMemoryTaskStore();
    const tasks = createTasks({
      store: failing({ create: (record) => (down ? broken() : store.create(record)) }),
      maxRunning: 1,
    });
    await expect(tasks.start({ run: () => completed(1) })).rejects.toThrow('the store is down');
    down = false;

    expect(await tasks.start({ run: () => completed(1) })).toMatchObject({ started: true });
    await settlePromises();
  });

  it('reports other errors, without unhandled rejections', async () => {
    const report = vi.fn(() => {
      throw new Error('the log is down as well');
    });
    const tasks = createTasks({
      store: failing({ replace: broken, remove: broken, watch: broken }),
      report,
      ttlMs: 5_000,
    });
    const run = async ({ say, signal }: TaskContext): Promise<never> => {
      say('working on it');
      return untilAborted({ signal });
    };
    const { id } = taskOf(await tasks.start({ run }));
    await vi.advanceTimersByTimeAsync(5_000);
    await settlePromises();

    expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'the store is down' }), id);
    expect(await tasks.get(id, undefined)).toBeUndefined();
  });

  it('throws if the store refuses every change', async () => {
    const tasks = createTasks({ store: failing({ replace: () => false }) });
    const { id } = taskOf(await tasks.start({ run: untilAborted }));

    await expect(tasks.cancel(id, undefined)).rejects.toThrow('The store refused 100 changes to a task in a row.');
    await tasks.remove(id, undefined);
    await settlePromises();
  });

  it('retries a change after a conflict', async () => {
    const store = createMemoryTaskStore();
    let overtakes = 3;
    const tasks = createTasks({
      store: failing({
        create: (record) => store.create(record),
        read: (id) => store.read(id),
        watch: (id, listener) => store.watch(id, listener),
        replace: async (record) => {
          overtakes -= 1;
          const current = await store.read(record.id);
          if (overtakes >= 0 && current) await store.replace({ ...current, version: current.version + 1 });
          return store.replace(record);
        },
      }),
    });
    const { id } = taskOf(await tasks.start({ run: () => completed('done') }));

    expect(await tasks.result(id, undefined)).toMatchObject({ status: 'completed', result: 'done' });
  });
});

describe('createTasks', () => {
  it.each([{ ttlMs: 0 }, { ttlMs: 1.5 }, { ttlMs: 2 ** 31 }, { maxRunning: 0 }, { maxRunningPerOwner: 0.5 }])(
    'rejects %o at startup',
    (options) => {
      expect(() => createTasks(options)).toThrow(/must be a whole number/);
    },
  );
});
