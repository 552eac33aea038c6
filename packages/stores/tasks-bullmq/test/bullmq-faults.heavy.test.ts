import { setTimeout as wait } from 'node:timers/promises';
import { bundleProgram } from '@toolwire/programs';
import { noRedisServer, type RedisServer, startRedis } from '@toolwire/programs/redis';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import { createRedisTaskStore } from '@toolwire/redis';
import { createTaskCalls, createTasks, type TaskCall, type TaskCalls, type Tasks } from '@toolwire/tasks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bullmq } from '../src/index.ts';
import { openIoredis } from './clients.ts';
import type { StartedRun, WorkerSettings } from './task-worker.ts';

const program = bundleProgram(new URL('./task-worker.ts', import.meta.url));
const logged = ['appendonly yes', 'appendfsync always', 'maxmemory-policy noeviction'];
const call: TaskCall = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call', retrySafe: true };

describe.skipIf(noRedisServer !== undefined)(
  `tasks on BullMQ when something fails${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    const start = async (...settings: string[]): Promise<RedisServer> => {
      const redis = await startRedis(...settings);
      onTestFinished(() => redis.remove());
      return redis;
    };
    const work = async ({ url }: RedisServer, leaseMs: number, ms: number): Promise<ReportingProcess<StartedRun>> => {
      const settings: WorkerSettings = { redisUrl: url, leaseMs, ms };
      const worker = await startReporting<StartedRun>(program, settings);
      onTestFinished(() => worker.kill());
      return worker;
    };
    const openFront = ({ url }: RedisServer): { readonly calls: TaskCalls; readonly tasks: Tasks } => {
      const client = openIoredis(url);
      const engine = bullmq({ connection: client, timeoutMs: 500 });
      const store = createRedisTaskStore(client, { timeoutMs: 60_000 });
      onTestFinished(async () => client.disconnect());
      return { calls: createTaskCalls({ store, engine }), tasks: createTasks({ store }) };
    };
    const begin = async (calls: TaskCalls, retrySafe = true): Promise<string> => {
      const started = await calls.start({ owner: 'ada', call: { ...call, retrySafe } });
      if (!started.started) throw new Error('There is no room.');
      return started.task.id;
    };

    it.each([
      [
        ['appendonly yes', 'maxmemory-policy allkeys-lru'],
        'Set maxmemory-policy to noeviction',
        { allowEviction: true },
      ],
      [['maxmemory-policy noeviction'], 'Set appendonly to yes', { allowUnlogged: true }],
    ])(
      'FAULT-14: reject a Redis with the settings %j without the matching option',
      async (settings, words, allowed) => {
        const client = openIoredis((await start(...settings)).url);
        onTestFinished(async () => client.disconnect());
        await expect(bullmq({ connection: client }).ready()).rejects.toMatchObject({
          code: 'TW_REDIS_INCOMPATIBLE',
          message: expect.stringContaining(words) as string,
        });
        await bullmq({ connection: client, ...allowed }).ready();
      },
    );

    it('FAULT-05: reject after the timeout when Redis is silent', async () => {
      const redis = await start(...logged);
      const client = openIoredis(redis.url);
      onTestFinished(async () => client.disconnect());
      const engine = bullmq({ connection: client, timeoutMs: 200 });
      await engine.ready();
      redis.signal('SIGSTOP');
      const words = 'BullMQ has not responded within 200 milliseconds.';
      await expect(engine.enqueue({ taskId: 'task', turn: 1 })).rejects.toThrow(words);
      await expect(engine.ready()).rejects.toThrow(words);
      redis.signal('SIGCONT');
    });

    it('FAULT-01: end every task of a killed worker: with another run if that is safe, else as failed', async () => {
      const redis = await start(...logged);
      const { calls, tasks } = openFront(redis);
      const doomed = await work(redis, 1_500, 600_000);
      const ids: string[] = [];
      for (let n = 0; n < 10; n += 1) ids.push(await begin(calls, n % 2 === 0));
      const begun = (): number => doomed.messages.length;
      while (begun() < 10) await wait(10);
      await doomed.kill();
      const heir = await work(redis, 1_500, 10);
      for (const [n, id] of ids.entries()) {
        expect(await tasks.result(id, 'ada')).toMatchObject(
          n % 2 === 0 ? { status: 'completed' } : { status: 'failed', error: { mayHaveRun: true } },
        );
      }
      expect(new Set(heir.messages.map(({ taskId }) => taskId))).toStrictEqual(
        new Set(ids.filter((_, n) => n % 2 === 0)),
      );
    });

    it('FAULT-01, FAULT-07: keep acknowledged tasks, and run none twice with one fence, while workers and Redis are killed', async () => {
      const redis = await start(...logged);
      const { calls, tasks } = openFront(redis);
      const workers = [await work(redis, 3_000, 20), await work(redis, 3_000, 20)];
      const ids: string[] = [];
      for (let n = 0; n < 60; n += 1) {
        ids.push(await begin(calls));
        if (n === 20 || n === 40) {
          await workers.at(-1)?.kill();
          workers.push(await work(redis, 3_000, 20));
        }
        if (n === 30) {
          await redis.stop('SIGKILL');
          await redis.start();
        }
      }
      for (const id of ids) expect(await tasks.result(id, 'ada')).toMatchObject({ status: 'completed' });
      const runs = workers.flatMap((worker) => worker.messages.map(({ taskId, attempt }) => `${taskId} ${attempt}`));
      expect(new Set(runs).size).toBe(runs.length);
      for (const id of ids) {
        const last = Math.max(...runs.filter((run) => run.startsWith(id)).map((run) => Number(run.split(' ')[1])));
        expect(await tasks.get(id, 'ada')).toMatchObject({ result: last });
      }
    });
  },
);
