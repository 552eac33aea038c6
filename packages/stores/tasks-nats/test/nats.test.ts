import { randomUUID } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import { deferred } from '@toolwire/internal/testing';
import { createPostgresTaskStore, migrate } from '@toolwire/postgres';
import { anyNats, type NatsServer, noNats } from '@toolwire/programs/nats';
import { anyPostgres, noPostgres } from '@toolwire/programs/postgres';
import { createTaskCalls, type TaskEngine } from '@toolwire/tasks';
import { taskCallsContract, taskEngineContract } from '@toolwire/tasks/contract';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type NatsOptions, nats } from '../src/index.ts';
import { settleMessage } from '../src/turn-message.ts';

const leftOver: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
});

describe.skipIf(noNats !== undefined)(`the engine on NATS${noNats === undefined ? '' : `, skipped: ${noNats}`}`, () => {
  let server: Pick<NatsServer, 'url' | 'remove'>;
  let connection: NatsConnection;
  beforeAll(async () => {
    server = await anyNats();
    connection = await connect({ servers: server.url, maxReconnectAttempts: -1 });
  });
  afterAll(async () => {
    await connection.close();
    await server.remove();
  });
  /** An engine without other workers. */
  const open = (options: Partial<NatsOptions> = {}): TaskEngine => {
    const { queue = newQueue() } = options;
    return nats({ connection, ...options, queue });
  };
  const newQueue = (): string => {
    const queue = `toolwire-test-${randomUUID()}`;
    leftOver.push(async () => (await jetstreamManager(connection)).streams.delete(queue));
    return queue;
  };

  it.each(taskEngineContract)('$title', ({ run }) => {
    const queue = newQueue();
    return run(open({ queue }), open({ queue }));
  });

  it.skipIf(noPostgres !== undefined).each(taskCallsContract)('with a store on PostgreSQL, $title', async ({ run }) => {
    const [queue, schema] = [newQueue(), `toolwire_test_${randomUUID().replaceAll('-', '')}`];
    const postgres = await anyPostgres();
    const pool = new Pool({ connectionString: postgres.url });
    leftOver.push(async () => {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
      await postgres.remove();
    });
    await migrate(pool, { schema });
    await run({
      open: (options) => {
        const store = createPostgresTaskStore(pool, { schema });
        return createTaskCalls({ store, engine: open({ queue }), ...options });
      },
    });
  });

  it('removes a message that is not a turn, and reports it once', async () => {
    const queue = newQueue();
    const report = vi.fn<(error: unknown) => void>();
    const engine = open({ queue, report, lockMs: 300 });
    await engine.ready();
    for (const text of ['no JSON', '7', '{"turn":1}']) connection.publish(`${queue}.${randomUUID()}.1`, text);
    const run = vi.fn(async () => 'settled' as const);
    const worker = engine.work(run);
    leftOver.push(() => worker.stop());
    const manager = await jetstreamManager(connection);
    await vi.waitFor(async () => expect((await manager.streams.info(queue)).state.messages).toBe(0));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(report).toHaveBeenCalledTimes(3);
    for (const [error] of report.mock.calls) {
      expect(String(error)).toContain(`The stream '${queue}' has a message that is not a turn`);
    }
    expect(run).not.toHaveBeenCalled();
  });

  it('accepts any task ID', async () => {
    const engine = open();
    const ids = ['a.b', 'a b', '*', '>', 'a%2Eb', 'ä'];
    for (const taskId of ids) await engine.enqueue({ taskId, turn: 1 });
    const delivered: string[] = [];
    const worker = engine.work(async ({ taskId }) => {
      delivered.push(taskId);
      return 'settled';
    });
    leftOver.push(() => worker.stop());
    await vi.waitFor(() => expect(delivered.toSorted()).toStrictEqual(ids.toSorted()));
  });

  it('runs at most maxRunning deliveries at the same time, and all of them eventually', async () => {
    const engine = open({ maxRunning: 3 });
    let [running, most, ended] = [0, 0, 0];
    const three = deferred<void>();
    const worker = engine.work(async () => {
      running += 1;
      most = Math.max(most, running);
      if (running === 3) three.resolve();
      await three.promise;
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      ended += 1;
      return 'settled';
    });
    leftOver.push(() => worker.stop());
    for (let n = 0; n < 20; n += 1) await engine.enqueue({ taskId: randomUUID(), turn: 1 });
    await vi.waitFor(() => expect(ended).toBe(20));
    expect(most).toBe(3);
  });

  it('keeps the turn of a delivery that takes longer than lockMs', async () => {
    const engine = open({ lockMs: 600 });
    let deliveries = 0;
    const ended = new Promise<boolean>((resolve) => {
      const worker = engine.work(async ({ signal }) => {
        deliveries += 1;
        await new Promise((end) => setTimeout(end, 2_000));
        resolve(signal.aborted);
        return 'settled';
      });
      leftOver.push(() => worker.stop());
    });
    await engine.enqueue({ taskId: randomUUID(), turn: 1 });
    expect(await ended).toBe(false);
    expect(deliveries).toBe(1);
  });

  it('TASK-01: stores IDs and turns on NATS, no errors of runs, and no ended turns', async () => {
    const queue = newQueue();
    const engine = open({ queue });
    const { streams } = await jetstreamManager(connection);
    const taskId = randomUUID();
    await engine.enqueue({ taskId, turn: 1, tool: 'Work.Steps@1.0.0' });
    const stored = await streams.getMessage(queue, { last_by_subj: `${queue}.${taskId}.1` });
    expect(stored?.json()).toStrictEqual({ taskId, turn: 1, tool: 'Work.Steps@1.0.0' });
    expect(stored?.header?.keys() ?? []).toStrictEqual([]);
    let times = 0;
    const worker = engine.work(async () => {
      times += 1;
      if (times === 1) throw new Error('secret-of-the-run');
      return 'settled';
    });
    leftOver.push(() => worker.stop());
    await vi.waitFor(async () => expect((await streams.info(queue)).state.messages).toBe(0));
    expect(times).toBe(2);
  });

  it('FAULT-07: replaces a turn that was delivered before this process connected, because NATS may have lost its state', async () => {
    const queue = newQueue();
    let end = (_end: 'settled'): void => undefined;
    const held = new Promise<'settled'>((resolve) => {
      end = resolve;
    });
    const turn = { taskId: 'held', turn: 1 };
    const before = open({ queue });
    const begun = vi.fn(() => held);
    const first = before.work(begun);
    leftOver.push(() => first.stop());
    leftOver.push(async () => end('settled'));
    await before.enqueue(turn);
    await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce());
    await before.enqueue(turn);
    const after = open({ queue });
    const delivered = vi.fn(async () => 'settled' as const);
    const second = after.work(delivered);
    leftOver.push(() => second.stop());
    await after.enqueue(turn);
    await vi.waitFor(() => expect(begun.mock.calls.length + delivered.mock.calls.length).toBe(2));
    await after.enqueue({ ...turn, turn: 2 });
    await vi.waitFor(() => expect(begun.mock.calls.length + delivered.mock.calls.length).toBe(3));
  });

  it('FAULT-07: replaces a consumer that delivers no waiting turns', async () => {
    const queue = newQueue();
    const engine = open({ queue });
    await engine.ready();
    // NATS stops delivering, as after some of its kills.
    const { consumers } = await jetstreamManager(connection);
    await consumers.update(queue, 'workers', { max_ack_pending: 1 });
    const delivered: string[] = [];
    let settle = (_end: 'settled'): void => undefined;
    const held = new Promise<'settled'>((resolve) => {
      settle = resolve;
    });
    const worker = engine.work(async ({ taskId }) => {
      delivered.push(taskId);
      return taskId === 'held' ? held : 'settled';
    });
    leftOver.push(() => worker.stop());
    leftOver.push(async () => settle('settled'));
    await engine.enqueue({ taskId: 'held', turn: 1 });
    await engine.enqueue({ taskId: 'waiting', turn: 1 });
    await vi.waitFor(() => expect(delivered).toContain('waiting'));
    expect((await consumers.info(queue, 'workers')).config.max_ack_pending).toBe(-1);
  });

  it('creates its stream again after it was deleted', async () => {
    const queue = newQueue();
    const engine = open({ queue });
    const delivered: string[] = [];
    const worker = engine.work(async ({ taskId }) => {
      delivered.push(taskId);
      return 'settled';
    });
    leftOver.push(() => worker.stop());
    await engine.enqueue({ taskId: 'first', turn: 1 });
    await vi.waitFor(() => expect(delivered).toHaveLength(1));
    await (await jetstreamManager(connection)).streams.delete(queue);
    // A sweep repeats a failed enqueue too.
    await vi.waitFor(() => engine.enqueue({ taskId: 'second', turn: 1 }));
    await vi.waitFor(() => expect(delivered).toStrictEqual(['first', 'second']));
  });

  it.each([
    [{ max_age: 60_000_000_000 }, "has the setting max_age '60000000000', so it could lose turns"],
    [{ storage: 'memory' as const }, "has the setting storage 'memory', so it could lose turns"],
    [{ max_msgs_per_subject: 5 }, "has the setting max_msgs_per_subject '5', so it could lose turns"],
  ])('FAULT-14: rejects a stream with %j', async (settings, words) => {
    const queue = newQueue();
    const { streams } = await jetstreamManager(connection);
    await streams.add({
      name: queue,
      subjects: [`${queue}.>`],
      retention: 'workqueue',
      discard: 'new',
      discard_new_per_subject: true,
      max_msgs_per_subject: 1,
      ...settings,
    });
    await expect(open({ queue }).ready()).rejects.toMatchObject({
      code: 'TW_NATS_INCOMPATIBLE',
      message: expect.stringContaining(words) as string,
    });
  });

  it('rejects a stream with fewer replicas than required', async () => {
    const queue = newQueue();
    await open({ queue }).ready();
    await expect(open({ queue, replicas: 3 }).ready()).rejects.toThrow(`Run nats stream edit ${queue} --replicas 3`);
  });

  it('rejects a connection that gives up', async () => {
    const giving = await connect({ servers: server.url });
    leftOver.push(() => giving.close());
    await expect(nats({ connection: giving }).ready()).rejects.toThrow(
      'Pass connect({ maxReconnectAttempts: -1 }). (TW_NATS_INCOMPATIBLE)',
    );
  });

  it('rejects unknown and invalid options', () => {
    // @ts-expect-error Misspelled, as it may be in JavaScript.
    expect(() => nats({ connection, lockMS: 1 })).toThrow('TW_OPTION_UNKNOWN');
    // @ts-expect-error Without options, as it may be in JavaScript.
    expect(() => nats()).toThrow('nats() expects an object, such as { connection: … }');
    expect(() => nats({ connection, lockMs: 0 })).toThrow('lockMs must be');
    expect(() => nats({ connection, replicas: 0 })).toThrow('replicas must be');
  });
});

it.each([
  [undefined, 'undefined'],
  ['nats://127.0.0.1:4222', 'a string'],
  [Promise.resolve({}), 'a promise; await it'],
  [{}, 'another object'],
])('nats() rejects a connection that is not one: %s', (connection, kind) => {
  // @ts-expect-error None of them is a connection.
  expect(() => nats({ connection })).toThrow(
    `connection of nats() must be an open connection, such as await connect({ maxReconnectAttempts: -1 }), got ${kind}. (TW_OPTION_TYPE)`,
  );
});

it('delays a turn by whole nanoseconds, because NATS reads no other number', () => {
  const responses: unknown[] = [];
  const message = { respond: (response: unknown) => responses.push(response) } as unknown as Msg;
  for (const againInMs of [0, 1_000 * 1.1 ** 3]) settleMessage(message, { againInMs });
  expect(responses).toEqual(['-NAK {"delay":1000000}', '-NAK {"delay":1332000000}']);
});
