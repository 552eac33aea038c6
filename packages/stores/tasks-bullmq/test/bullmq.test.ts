import { randomUUID } from 'node:crypto';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { completed, createMemoryTaskStore, createTaskCalls, type TaskRecord } from '@toolwire/tasks';
import { taskCallsContract, taskEngineContract } from '@toolwire/tasks/contract';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BullmqOptions, type BullmqTasks, bullmq } from '../src/index.ts';
import { clientKinds, type OpenClient, openIoredis } from './clients.ts';

describe.skipIf(noRedis !== undefined).each(Object.entries(clientKinds))(
  `the engine on BullMQ by %s${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  (_kind, openClient) => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    let client: OpenClient;
    let looker: Redis;
    const prefix = `{toolwire-test-${randomUUID()}}`;
    const leftOver: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      redis = await anyRedis();
      looker = openIoredis(redis.url);
    });
    beforeEach(async () => {
      client = await openClient(redis.url);
      leftOver.push(client.close);
    });
    afterEach(async () => {
      for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
    });
    afterAll(async () => {
      const keys = await looker.keys(`${prefix}*`);
      if (keys.length > 0) await looker.del(keys);
      looker.disconnect();
      await redis.remove();
    });
    /** An engine without other workers. */
    const open = (options: Partial<BullmqOptions> = {}): BullmqTasks => {
      const engine = bullmq({
        connection: client.connection,
        prefix,
        queue: randomUUID(),
        allowEviction: true,
        allowUnsafeFailover: true,
        allowUnlogged: true,
        ...options,
      });
      leftOver.push(() => engine.close());
      return engine;
    };

    it('applies the limits to its store', async () => {
      const { store } = open({ prefix: `${prefix}:limits-${randomUUID()}`, maxTasksPerOwner: 1 });
      const record = (id: string, owner: string): TaskRecord => ({
        id,
        owner,
        version: 1,
        status: 'working',
        createdAt: 1,
        updatedAt: 1,
        ttlMs: 60_000,
        questions: [],
      });
      expect(await store.create(record('first', 'ada'))).toBe(true);
      expect(await store.create(record('second', 'ada'))).toBe(false);
      expect(await store.create(record('third', 'grace'))).toBe(true);
    });

    it.each(taskEngineContract)('$title', ({ run }) => {
      const queue = randomUUID();
      return run(open({ queue }), open({ queue }));
    });

    it.each(taskCallsContract)('with its store, $title', ({ run }) => {
      const [queue, of] = [randomUUID(), `${prefix}:calls-${randomUUID()}`];
      return run({
        open: (options) => {
          const engine = open({ queue, prefix: of });
          return createTaskCalls({ store: engine.store, engine, ...options });
        },
      });
    });

    it('has a store on the connection of its queue', async () => {
      const engine = open();
      const calls = createTaskCalls({ store: engine.store, engine });
      await calls.ready();
      const worker = calls.work(({ call }) => completed(call.callId));
      leftOver.push(() => worker.stop());
      const call = { toolId: 'Work.Echo', toolVersion: '1.0.0', input: {}, callId: 'call-1', retrySafe: true };
      const started = await calls.start({ owner: 'ada', call });
      expect(started).toMatchObject({ started: true });
      const id = started.started ? started.task.id : '';
      expect(await calls.result(id, 'ada')).toMatchObject({ status: 'completed', result: 'call-1' });
      expect(engine.store).toBe(engine.store);
      expect(await looker.keys(`${prefix}:tasks:*`)).not.toEqual([]);
    });

    it('TASK-01: stores IDs and turns on Redis, no errors of runs, and no ended turns', async () => {
      const queue = randomUUID();
      // So long that it is looked at in between.
      const engine = open({ queue });
      let times = 0;
      const worker = engine.work(async () => {
        times += 1;
        if (times === 1) throw new Error('secret-of-the-run');
        return times < 4 ? { againInMs: 20 } : 'settled';
      });
      const dumps: string[] = [];
      const taskId = randomUUID();
      // The value of DUMP may be compressed.
      const dump = async (): Promise<string> =>
        JSON.stringify([
          await looker.hgetall(`${prefix}:${queue}:${taskId}.1`),
          await looker.xrange(`${prefix}:${queue}:events`, '-', '+'),
        ]);
      await engine.enqueue({ taskId, turn: 1 });
      await vi.waitFor(async () => {
        dumps.push(await dump());
        expect(times).toBe(4);
      });
      await worker.stop();
      dumps.push(await dump());
      expect(dumps.join('')).toContain('Deliver the turn again.');
      expect(dumps.join('')).not.toContain('secret-of-the-run');
      expect(await looker.keys(`${prefix}:${queue}:*.1*`)).toStrictEqual([]);
    });

    it('FAULT-03: aborts the signal of a delivery that another worker may have', async () => {
      const queue = randomUUID();
      const engine = open({ queue, lockMs: 400 });
      const taskId = randomUUID();
      let deliveries = 0;
      const aborted = new Promise<unknown>((resolve) => {
        const worker = engine.work(async ({ signal }) => {
          deliveries += 1;
          if (deliveries > 1) return 'settled';
          await looker.del(`${prefix}:${queue}:${taskId}.1:lock`);
          await new Promise<void>((end) => signal.addEventListener('abort', () => end()));
          resolve(signal.reason);
          return 'settled';
        });
        leftOver.push(() => worker.stop());
      });
      await engine.enqueue({ taskId, turn: 1 });
      expect(await aborted).toMatchObject({ name: 'AbortError', message: 'Another worker may have the turn.' });
    });

    it('reports a worker that fails to close while a delivery runs, and stops', async () => {
      const report = vi.fn();
      const engine = open({ report });
      let endRun: ((end: 'settled') => void) | undefined;
      const worker = engine.work(() => new Promise((resolve) => (endRun = resolve)));
      leftOver.push(() => worker.stop());
      await engine.enqueue({ taskId: randomUUID(), turn: 1 });
      await vi.waitFor(() => expect(endRun).toBeDefined());
      const close = vi.spyOn(Worker.prototype, 'close').mockRejectedValueOnce(new Error('not closed'));
      await worker.stop();
      close.mockRestore();
      endRun?.('settled');
      expect(report.mock.calls.map(([error]) => String(error))).toContain('Error: not closed');
    });

    it('rejects unknown options', () => {
      // @ts-expect-error Misspelled, as it may be in JavaScript.
      expect(() => bullmq({ connection: client.connection, lockMS: 1 })).toThrow('TW_OPTION_UNKNOWN');
      expect(() => bullmq({ connection: client.connection, lockMs: 0 })).toThrow('lockMs must be');
    });
  },
);

it.each([
  [undefined, 'the task calls'],
  [vi.fn(), 'its own option'],
])('reports an unreachable Redis, with the option %s, to %s', async (option, _receiver) => {
  const client = openIoredis('redis://127.0.0.1:1');
  onTestFinished(() => client.disconnect());
  const engine = bullmq({ connection: client, report: option });
  const report = vi.fn();
  createTaskCalls({ store: createMemoryTaskStore(), engine, report });
  const [receiver, other] = option === undefined ? [report, vi.fn()] : [option, report];
  await vi.waitFor(() =>
    expect(receiver.mock.calls.map(([error]) => String(error))).toContain('Error: connect ECONNREFUSED 127.0.0.1:1'),
  );
  expect(other).not.toHaveBeenCalled();
});
