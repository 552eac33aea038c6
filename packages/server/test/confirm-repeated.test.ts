import { defineTool, type FailedOutcome, type InputAnswer, type InputRequest, type Outcome } from '@toolwire/core';
import { RetryableToolError } from '@toolwire/errors';
import { createMemoryIdempotencyStore, type IdempotencyStore } from '@toolwire/idempotency';
import { idempotency } from '@toolwire/idempotency/stage';
import { createMemoryTaskEngine, createMemoryTaskStore, createTaskCalls, createTasks } from '@toolwire/tasks';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createToolServer, silentLogger, type ToolServer, type ToolServerOptions } from '../src/index.ts';
import { callOf } from './support.ts';

type Changes = Parameters<typeof callOf>[2];

/** A tool whose question depends on what it deletes, and whose run the test can hold. */
function shop(options: Partial<ToolServerOptions> = {}, definition: { readonly taskSupport?: 'optional' } = {}) {
  const orders = new Set(['7', '8']);
  const runs: string[] = [];
  const gates: Promise<void>[] = [];
  const remove = defineTool({
    id: 'Orders.Delete',
    version: '1.0.0',
    description: 'Deletes an order.',
    input: z.object({ id: z.string().describe('The order.') }),
    output: z.string(),
    ...definition,
    confirm: ({ id }) => {
      if (!orders.has(id)) throw new Error(`There is no order ${id}`);
      return `Delete order ${id}, one of ${orders.size}?`;
    },
    run: async ({ id }) => {
      runs.push(id);
      await gates.shift();
      orders.delete(id);
      return `deleted ${id}`;
    },
  });
  const server = createToolServer({
    tools: [remove],
    wires: [],
    logger: silentLogger,
    around: [idempotency()],
    ...options,
  });
  /** Holds the next run until the returned function is called. */
  const hold = (): (() => void) => {
    let release = (): void => undefined;
    gates.push(new Promise((resolve) => (release = resolve)));
    return () => release();
  };
  return { server, runs, orders, hold, remove };
}

function call(server: ToolServer, input: object, changes: Changes = {}): Promise<Outcome> {
  const fields = { principal: { id: 'ada' }, callId: 'c1', callerCallId: 'c1', isCallerKnown: true, ...changes };
  return server.call(callOf('Orders.Delete', input, fields));
}

async function tokenFor(server: ToolServer, input: object, changes?: Changes): Promise<string> {
  const outcome = await call(server, input, changes);
  return (outcome as FailedOutcome).confirmation?.token ?? expect.unreachable(JSON.stringify(outcome));
}

const deleted = { kind: 'value', value: 'deleted 7' };
const replayed = { ...deleted, replayed: true };

/** After the tokens of now have expired. */
function later(): void {
  vi.setSystemTime(Date.now() + 6 * 60_000);
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('a repeated call that was confirmed', () => {
  test('gets its stored result although the tool has changed what its question reads', async () => {
    const { server, runs } = shop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    expect(await call(server, { id: '7', confirmation_token })).toMatchObject(deleted);
    expect(await call(server, { id: '7', confirmation_token })).toMatchObject(replayed);
    expect(runs).toEqual(['7']);
  });

  test('gets its stored result after the token expired, with another token, and without one', async () => {
    const { server, runs } = shop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    await call(server, { id: '7', confirmation_token });
    later();
    for (const token of [confirmation_token, 'another', undefined]) {
      expect(await call(server, { id: '7', confirmation_token: token })).toMatchObject(replayed);
    }
    expect(runs).toEqual(['7']);
  });

  test('waits for its run', async () => {
    const { server, runs, hold } = shop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    const release = hold();
    const first = call(server, { id: '7', confirmation_token });
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    later();
    const again = call(server, { id: '7', confirmation_token });
    release();
    expect(await Promise.all([first, again])).toMatchObject([deleted, deleted]);
    expect(runs).toEqual(['7']);
  });

  test('ends with its run when the server stops', async () => {
    const { server, runs, hold } = shop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    onTestFinished(hold());
    const calls = [call(server, { id: '7', confirmation_token })];
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    calls.push(call(server, { id: '7', confirmation_token }));
    server.stop.interrupt();
    for (const outcome of await Promise.all(calls)) {
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'interrupted' });
    }
  });

  test('is not asked again by a form', async () => {
    const { server, runs } = shop();
    const ask = vi.fn(async () => ({ 'toolwire:confirmation': { action: 'accept', content: { confirm: true } } }));
    const asking = { ask: ask as never };
    expect(await call(server, { id: '7' }, asking)).toMatchObject(deleted);
    expect(await call(server, { id: '7' }, asking)).toMatchObject(replayed);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(runs).toEqual(['7']);
  });

  test('is refused for other input, and runs nothing', async () => {
    const { server, runs } = shop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    await call(server, { id: '7', confirmation_token });
    const other = await call(server, { id: '8', confirmation_token });
    expect(other).toMatchObject({ kind: 'refused', code: 'call_id_conflict' });
    expect(runs).toEqual(['7']);
  });

  test('of another caller must be confirmed', async () => {
    const { server, orders } = shop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    await call(server, { id: '7', confirmation_token });
    orders.add('7');
    const bob = await call(server, { id: '7', confirmation_token }, { principal: { id: 'bob' } });
    expect(bob).toMatchObject({ kind: 'failed', confirmation: { code: 'confirmation_other_caller' } });
  });

  test('runs again after a retryable failure, with the same token', async () => {
    const { remove } = shop();
    let attempts = 0;
    const run = (): string => {
      attempts += 1;
      if (attempts === 1) throw new RetryableToolError('Busy', { retryAfterMs: 1 });
      return 'deleted 7';
    };
    const { server } = shop({ tools: [{ ...remove, confirm: 'Delete it?', run }] });
    const confirmation_token = await tokenFor(server, { id: '7' });
    const first = await call(server, { id: '7', confirmation_token });
    expect(first).toMatchObject({ kind: 'failed', failure: { canRetry: true } });
    expect(await call(server, { id: '7', confirmation_token })).toMatchObject(deleted);
  });
});

describe('with a store of another process', () => {
  /** A store whose answers come later, as over a network. */
  function slowly(store: IdempotencyStore): IdempotencyStore {
    const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));
    return {
      leaseMs: 10_000,
      claim: (claim) => pause().then(() => store.claim(claim)),
      settle: (claim, result) => pause().then(() => store.settle(claim, result)),
      release: (claim) => pause().then(() => store.release(claim)),
      abandon: (claim) => pause().then(() => store.abandon(claim)),
      renew: () => undefined,
    };
  }

  test('attempts at the same time run the call once, and all get its result', async () => {
    const store = slowly(createMemoryIdempotencyStore());
    const keys = [{ id: 'test', key: 'a'.repeat(64) }] as const;
    const shared = { confirm: { keys, store: createMemoryIdempotencyStore() } };
    const one = shop({ ...shared, around: [idempotency({ store })] });
    const other = createToolServer({
      tools: [one.remove],
      wires: [],
      logger: silentLogger,
      ...shared,
      around: [idempotency({ store })],
    });
    const confirmation_token = await tokenFor(one.server, { id: '7' });
    const attempts: Promise<Outcome>[] = [];
    for (let count = 0; count < 12; count += 1) {
      attempts.push(call(count % 2 === 0 ? one.server : other, { id: '7', confirmation_token }));
      await new Promise((resolve) => void setTimeout(resolve, 3));
    }
    for (const outcome of await Promise.all(attempts)) expect(outcome).toMatchObject(deleted);
    expect(one.runs).toEqual(['7']);
  });

  test('whose caller wants a task does not wait for the earlier run', async () => {
    const { server, runs, hold } = shop({ tasks: createTasks() }, { taskSupport: 'optional' });
    const confirmation_token = await tokenFor(server, { id: '7' });
    const release = hold();
    const defer = { afterMs: 0, askable: [] };
    const [first, repeated] = [
      await call(server, { id: '7', confirmation_token }, { defer }),
      await call(server, { id: '7', confirmation_token }, { defer }),
    ];
    expect([first.kind, repeated.kind]).toEqual(['deferred', 'deferred']);
    release();
    await vi.waitFor(() => expect(runs).toEqual(['7']));
  });

  test('a call that only looked for an earlier one keeps nothing', async () => {
    const store = createMemoryIdempotencyStore();
    const { server, runs } = shop({ around: [idempotency({ store })] });
    await call(server, { id: '7' });
    const confirmation_token = await tokenFor(server, { id: '8' });
    expect(await call(server, { id: '8', confirmation_token })).toMatchObject({ value: 'deleted 8' });
    expect(runs).toEqual(['8']);
  });
});

describe('a durable call that was confirmed', () => {
  function durableShop(options: Partial<ToolServerOptions> = {}) {
    const store = createMemoryTaskStore();
    const tasks = createTaskCalls<InputRequest, InputAnswer>({ store, engine: createMemoryTaskEngine() });
    const around: ToolServerOptions['around'] = [];
    const served = shop({ tasks, around, limits: { deferAfterMs: 1 }, ...options }, { taskSupport: 'optional' });
    const worker = served.server.runTasks();
    onTestFinished(() => worker.stop());
    return { ...served, store, tasks };
  }

  async function poll(server: ToolServer, input: object): Promise<Outcome> {
    return vi.waitFor(async () => {
      const outcome = await call(server, input);
      expect(outcome.kind).not.toBe('deferred');
      return outcome;
    });
  }

  test.each([
    ['without idempotency()', []],
    ['with idempotency()', [idempotency()]],
  ])('is found by its call ID while it runs and afterwards, %s', async (_name, around) => {
    const { server, runs, hold, store } = durableShop({ around });
    const confirmation_token = await tokenFor(server, { id: '7' });
    const release = hold();
    onTestFinished(release);
    expect(await call(server, { id: '7', confirmation_token })).toMatchObject({ kind: 'deferred' });
    expect(await call(server, { id: '7', confirmation_token })).toMatchObject({ kind: 'deferred' });
    later();
    for (const token of [confirmation_token, 'another', undefined]) {
      expect(await call(server, { id: '7', confirmation_token: token })).toMatchObject({ kind: 'deferred' });
    }
    release();
    expect(await poll(server, { id: '7', confirmation_token })).toMatchObject(replayed);
    const stored = JSON.stringify(await store.all({ limit: 10 }));
    expect(stored).toContain('Orders.Delete');
    expect(stored).not.toContain('confirmation_token');
    expect(runs).toEqual(['7']);
  });

  test('is refused for other input, and must be confirmed again once its task is gone', async () => {
    const { server, runs, orders, tasks } = durableShop();
    const confirmation_token = await tokenFor(server, { id: '7' });
    await call(server, { id: '7', confirmation_token });
    expect(await poll(server, { id: '7', confirmation_token })).toMatchObject(replayed);
    const other = await call(server, { id: '8', confirmation_token });
    expect(other).toMatchObject({ kind: 'refused', code: 'call_id_conflict' });
    const [task] = (await tasks.admin.list())?.tasks ?? [];
    await tasks.remove(task?.id ?? '', ':ada');
    orders.add('7');
    later();
    const again = await call(server, { id: '7', confirmation_token });
    expect(again).toMatchObject({ kind: 'failed', confirmation: { code: 'confirmation_expired' } });
    expect(runs).toEqual(['7']);
  });

  test('a call of another tool, which no stage stores, needs a token for each attempt', async () => {
    const { remove } = shop();
    const { server } = durableShop({ tools: [{ ...remove, confirm: 'Delete it?' }] });
    const confirmation_token = await tokenFor(server, { id: '7' });
    await call(server, { id: '7', confirmation_token });
    const again = await call(server, { id: '7', confirmation_token });
    expect(again).toMatchObject({ kind: 'failed', confirmation: { code: 'confirmation_used' } });
  });
});
