import { setTimeout as wait } from 'node:timers/promises';
import { bundleProgram } from '@toolwire/programs';
import { startLossyProxy } from '@toolwire/programs/lossy-proxy';
import { noRedisServer, type RedisServer, startRedis } from '@toolwire/programs/redis';
import { startReporting } from '@toolwire/programs/reporting-process';
import {
  killedWorkerCase,
  lostResponsesCase,
  pausedWorkerCase,
  restartedServerCase,
  type StartWorker,
} from '@toolwire/programs/task-faults';
import type { WorkerStep } from '@toolwire/programs/task-worker';
import { newTask, next } from '@toolwire/programs/test-task';
import { StoreFullError } from '@toolwire/tasks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import { createRedisTaskStore, type RedisTaskStore, type RedisTaskStoreOptions } from '../src/index.ts';
import { clientKinds, type OpenClient, openClient } from './clients.ts';
import type { RedisWorkerSettings } from './task-worker.ts';
import { untilConnected } from './until-connected.ts';

const program = bundleProgram(new URL('./task-worker.ts', import.meta.url));
const logged = ['appendonly yes', 'maxmemory-policy noeviction'];

describe.skipIf(noRedisServer !== undefined)(
  `tasks on a Redis that fails${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    const start = async (...settings: string[]): Promise<RedisServer> => {
      const redis = await startRedis(...settings);
      onTestFinished(() => redis.remove());
      return redis;
    };
    const open = async (url: string, kind = 'node-redis 6'): Promise<OpenClient['client']> => {
      const { client, close } = await (clientKinds[kind] as (typeof clientKinds)[string])(url);
      onTestFinished(close);
      return client;
    };
    const openStore = async ({ url }: RedisServer, options: RedisTaskStoreOptions = {}): Promise<RedisTaskStore> =>
      createRedisTaskStore(await open(url), options);
    const startWorkerOn =
      ({ url: redisUrl }: RedisServer): StartWorker =>
      async (options) => {
        const settings: RedisWorkerSettings = { redisUrl, prefix: '{toolwire}:tasks:', ...options };
        const worker = await startReporting<WorkerStep>(program, settings);
        onTestFinished(() => worker.kill());
        return worker;
      };

    it('FAULT-14: report a configuration that becomes unsafe later, once, while they are swept', async () => {
      const redis = await start(...logged);
      const reported: unknown[] = [];
      const store = await openStore(redis, { report: (error) => reported.push(error) });
      const sweep = async (): Promise<void> => {
        await store.unfinished({ limit: 10 });
        await wait(100);
      };
      await store.ready();
      await sweep();
      expect(reported).toStrictEqual([]);
      const client = await open(redis.url);
      await send(client, ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru']);
      await sweep();
      await sweep();
      const unsafe = {
        code: 'TW_REDIS_INCOMPATIBLE',
        message: expect.stringContaining("maxmemory-policy 'allkeys-lru'") as string,
      };
      expect(reported).toMatchObject([unsafe]);
      await send(client, ['CONFIG', 'SET', 'maxmemory-policy', 'noeviction']);
      await sweep();
      await send(client, ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru']);
      await sweep();
      expect(reported).toMatchObject([unsafe, unsafe]);
    });

    it.each([1, 3])('FAULT-14: wait until a promoted primary has its replicas: %i in one tick', async (count) => {
      const redis = await start(...logged, 'min-replicas-to-write 1');
      const store = await openStore(redis);
      const tasks = Array.from({ length: count }, () => newTask());
      const created = Promise.all(tasks.map(async (task) => store.create(task)));
      await wait(200);
      await send(await open(redis.url), ['CONFIG', 'SET', 'min-replicas-to-write', '0']);
      expect(await created).toStrictEqual(tasks.map(() => true));
    });

    it.each([
      [[], 'Set appendonly to yes', { allowUnlogged: true }],
      [
        ['appendonly yes', 'maxmemory-policy allkeys-lru'],
        'Set maxmemory-policy to noeviction',
        { allowEviction: true },
      ],
    ])(
      'FAULT-14: reject a Redis with the settings %j without the matching option',
      async (settings, words, allowed) => {
        const redis = await start(...settings);
        await expect((await openStore(redis)).ready()).rejects.toMatchObject({
          code: 'TW_REDIS_INCOMPATIBLE',
          message: expect.stringContaining(words) as string,
        });
        await (await openStore(redis, allowed)).ready();
      },
    );

    it('FAULT-14: accept a persistent Redis, and one without INFO', async () => {
      await (await openStore(await start(...logged))).ready();
      const secretive = await start();
      await send(await open(secretive.url), ['ACL', 'SETUSER', 'default', '-info']);
      await (await openStore(secretive)).ready();
    });

    it('FAULT-05: wait through a short silence, and reject after the timeout', async () => {
      const redis = await start(...logged);
      const store = await openStore(redis, { timeoutMs: 30_000 });
      const task = newTask();
      await store.create(task);
      redis.signal('SIGSTOP');
      const read = store.read(task.id);
      await wait(100);
      redis.signal('SIGCONT');
      expect(await read).toStrictEqual(task);
      const hasty = await openStore(redis, { timeoutMs: 200 });
      redis.signal('SIGSTOP');
      await expect(hasty.ready()).rejects.toThrow('Redis has not responded within 200 milliseconds.');
      redis.signal('SIGCONT');
    });

    it('FAULT-05: undo a claim that was granted after its timeout, without an attempt', async () => {
      const redis = await start(...logged);
      const [hasty, other] = [await openStore(redis, { timeoutMs: 200 }), await openStore(redis)];
      const task = newTask();
      await other.create(task);
      // Redis knows the script from here on, so that a claim is one command.
      expect(await hasty.claim('none', 1, 1)).toStrictEqual({ kind: 'over' });
      redis.signal('SIGSTOP');
      await expect(hasty.claim(task.id, 1, 3_600_000)).rejects.toThrow('Redis has not responded');
      redis.signal('SIGCONT');
      await vi.waitFor(async () => expect((await other.read(task.id))?.version).toBe(3));
      const granted = await other.claim(task.id, 1, 60_000);
      expect(granted).toMatchObject({ kind: 'claimed', lost: false, record: { fence: 1 } });
    });

    it.each(Object.keys(clientKinds))(
      'repeat the request after a lost reply with the same result, by %s',
      async (kind) => {
        const redis = await start(...logged);
        const proxy = await startLossyProxy(redis.url);
        onTestFinished(() => proxy.close());
        const client = await open(proxy.url, kind);
        const store = createRedisTaskStore(client, { timeoutMs: 30_000 });
        // So that each step below is one command.
        const first = newTask();
        await store.create(first);
        await store.claim(first.id, 1, 60_000);
        await store.replace(next(next(first), { fence: 1 }));

        await lostResponsesCase(store, () => proxy.loseAnswer());
      },
    );

    it('FAULT-07: keep acknowledged tasks and run each once when Redis is killed', async () => {
      // With `everysec`, what was acknowledged while the disk was busy may be lost with Redis.
      const redis = await start(...logged, 'appendfsync always');
      const openPatient = (): Promise<RedisTaskStore> => openStore(redis, { timeoutMs: 60_000 });
      await restartedServerCase({
        stores: [await openPatient(), await openPatient(), await openPatient()],
        calls: 100,
        stop: () => redis.stop('SIGKILL'),
        start: () => redis.start(),
      });
    });

    it('FAULT-01: pass the task of a killed worker to the next one when its lease has expired', async () => {
      const redis = await start(...logged);
      await killedWorkerCase(await openStore(redis), startWorkerOn(redis));
    });

    it('FAULT-03: reject the writes of a worker that was paused for longer than its lease', async () => {
      const redis = await start(...logged);
      await pausedWorkerCase(await openStore(redis), startWorkerOn(redis));
    });

    it('FAULT-13: report a full Redis, lose nothing, and continue when there is room', async () => {
      const redis = await start(...logged, 'maxmemory 4mb');
      const store = await openStore(redis);
      await store.ready();
      const [running, given] = [newTask(), newTask()];
      for (const task of [running, given]) {
        await store.create(task);
        await store.claim(task.id, 1, 600_000);
      }
      const kept: string[] = [];
      for (let n = 0; n < 1_000; n += 1) {
        const task = newTask({ result: 'x'.repeat(20_000) });
        try {
          await store.create(task);
        } catch (error) {
          expect(error).toBeInstanceOf(StoreFullError);
          break;
        }
        kept.push(task.id);
      }
      expect(kept.length).toBeGreaterThan(10);
      expect(kept.length).toBeLessThan(1_000);
      for (const id of kept) expect((await store.read(id))?.id).toBe(id);

      // The memory of pending commands counts as well, so that it varies. From here on Redis is full.
      const client = await open(redis.url);
      await send(client, ['CONFIG', 'SET', 'maxmemory', '2mb']);
      const cause = expect.objectContaining({ message: expect.stringContaining('maxmemory') as string }) as unknown;
      await expect(store.create(newTask())).rejects.toMatchObject({ name: 'StoreFullError', cause });
      await expect(store.claim(kept[0] ?? '', 1, 1_000)).rejects.toThrow('OOM');
      const end = { ...next(next(running)), fence: 1 };
      await expect(store.replace({ ...end, status: 'completed', result: 'x'.repeat(20_000) })).rejects.toThrow(
        StoreFullError,
      );
      expect(await store.renew(running.id, 1, 600_000)).toBe(true);
      expect(await store.replace({ ...end, status: 'failed' })).toBe(true);
      await store.release(given.id, 1);
      expect((await store.unfinished({ limit: 2_000 }))?.records).toHaveLength(kept.length + 1);

      for (const id of kept.slice(0, 5)) await store.remove(id);
      await send(client, ['CONFIG', 'SET', 'maxmemory', '0']);
      expect(await store.create(newTask())).toBe(true);
      expect(await store.claim(kept[5] ?? '', 1, 1_000)).toMatchObject({ kind: 'claimed', lost: false });
      // Only existing data counts.
      const sizes = (await send(client, ['HVALS', '{toolwire}:tasks:sizes'])) as string[];
      expect(sizes).toHaveLength(kept.length - 5 + 3);
      const sum = sizes.reduce((all, size) => all + Number(size.split(' ')[1]), 0);
      expect(Number(await send(client, ['HGET', '{toolwire}:tasks:usage', 'all']))).toBe(sum);
    });

    it('FAULT-24: tolerate flushed scripts', async () => {
      const redis = await start(...logged);
      const { client, close } = await openClient(redis.url);
      onTestFinished(close);
      const store = createRedisTaskStore(client);
      const task = newTask();
      const steps: readonly (() => unknown)[] = [
        () => store.create(task),
        () => store.claim(task.id, 1, 60_000),
        () => store.renew(task.id, 1, 60_000),
        () => store.release(task.id, 1),
        () => store.unfinished({ limit: 1 }),
        () => store.remove(task.id),
      ];
      for (const step of steps) {
        await send(client, ['SCRIPT', 'FLUSH']);
        expect(await untilConnected(step)).toBeUndefined();
      }
      expect(await store.read(task.id)).toBeUndefined();
    });
  },
);
