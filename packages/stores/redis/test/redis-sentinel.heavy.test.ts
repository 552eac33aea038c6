import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { noRedisServer } from '@toolwire/programs/redis';
import { type RedisSentinelSet, startRedisSentinelSet } from '@toolwire/programs/redis-sentinel';
import { newTask, next } from '@toolwire/programs/test-task';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import {
  createRedisIdempotencyStore,
  createRedisRateStore,
  createRedisTaskStore,
  createRedisVaultStore,
} from '../src/index.ts';
import type { OpenClient } from './clients.ts';
import type { Effect } from './effect-tools.ts';
import { createHttpCaller, type HttpCaller, type SentCall } from './http-caller.ts';
import { sentinelKinds } from './sentinel-clients.ts';
import { serveTools } from './serve-tools.ts';

const leaseMs = 2_000;

describe.skipIf(noRedisServer !== undefined).each(Object.entries(sentinelKinds))(
  `when Redis Sentinel promotes a replica, by %s${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  (_kind, openClient) => {
    // Tests in parallel share onTestFinished().
    const leftOver: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
    });
    const setUp = async (): Promise<{ redis: RedisSentinelSet; open: () => Promise<OpenClient['client']> }> => {
      const redis = await startRedisSentinelSet('appendonly yes', 'min-replicas-to-write 1');
      leftOver.push(() => redis.remove());
      const open = async (): Promise<OpenClient['client']> => {
        const { client, close } = await openClient(redis);
        leftOver.push(close);
        return client;
      };
      return { redis, open };
    };
    const failOver = async (redis: RedisSentinelSet): Promise<void> => {
      const primary = redis.primary();
      await primary.stop('SIGKILL');
      await redis.untilFailover(primary);
    };

    it.concurrent('FAULT-22: no call runs twice, and results and running calls stay known', async () => {
      const { redis, open } = await setUp();
      const effects: Effect[] = [];
      const serve = async (): Promise<string> => {
        const store = createRedisIdempotencyStore(await open(), { leaseMs, trustEmpty: true });
        await store.ready();
        const { url, close } = await serveTools({ effects, store });
        leftOver.push(() => close());
        return url;
      };
      const [one, other] = [await serve(), await serve()];
      const caller = createHttpCaller();
      leftOver.push(async () => caller.close());
      const [done, running] = [callOf(0), callOf(8_000)];
      const { text } = await caller.call(one, done);
      const runningText = insist(caller, [one], running);
      await vi.waitFor(() => expect(effects.some(({ callId }) => callId === running.callId)).toBe(true));
      let isOver = false;
      const streams = [0, 1, 2, 3].map(async () => {
        while (!isOver) await insist(caller, [one, other], callOf(5));
      });
      await wait(300);
      await failOver(redis);
      expect(await insist(caller, [other, one], running)).toBe(await runningText);
      expect(await insist(caller, [other], done)).toBe(text);
      // On a slow machine the streams are slow too.
      await vi.waitFor(() => expect(effects.length).toBeGreaterThan(40));
      isOver = true;
      await Promise.all(streams);
      const runs = new Map<string, number>();
      for (const { callId, step } of effects) {
        if (step === 'begun') runs.set(callId, (runs.get(callId) ?? 0) + 1);
      }
      expect([...runs.values()].filter((count) => count > 1)).toStrictEqual([]);
      expect(runs.size).toBeGreaterThan(10);
    });

    it.concurrent('FAULT-22: tasks, counts of calls and tokens of users stay known', async () => {
      const { redis, open } = await setUp();
      const client = await open();
      const tasks = createRedisTaskStore(client, { timeoutMs: 20_000 });
      await tasks.ready();
      const rates = createRedisRateStore(client);
      const vault = createRedisVaultStore(client);
      const take = async (): Promise<boolean> =>
        (await rates.take('caller', 1, { limit: 2, windowMs: 600_000 })).allowed;
      const [task, waiting] = [newTask(), newTask()];
      for (const each of [task, waiting]) await tasks.create(each);
      const claim = await tasks.claim(task.id, 1, 60_000);
      if (claim.kind !== 'claimed') throw new Error(`The task is ${claim.kind}.`);
      expect(await take()).toBe(true);
      await vault.write('user', 'encrypted', 600_000);
      await untilReplicated(client);
      const primary = redis.primary();
      await primary.stop('SIGKILL');
      // These operations begin while no server is the primary, and are retried.
      const begun = [newTask(), newTask(), newTask()].map(async (each) => tasks.create(each));
      await redis.untilFailover(primary);
      expect(await Promise.all(begun)).toStrictEqual([true, true, true]);
      expect(await tasks.claim(task.id, 1, 60_000)).toMatchObject({ kind: 'held' });
      const ended = next(claim.record, { status: 'completed', result: 'done' });
      expect(await tasks.replace(ended)).toBe(true);
      expect(await tasks.read(task.id)).toMatchObject({ status: 'completed', result: 'done' });
      expect(await tasks.claim(waiting.id, 1, 60_000)).toMatchObject({ kind: 'claimed' });
      expect(await vault.read('user')).toBe('encrypted');
      expect([await take(), await take()]).toStrictEqual([true, false]);
    });
  },
);

function callOf(ms: number): SentCall {
  return { tool: 'Effect.Once', callId: randomUUID(), input: { n: 1, ms } };
}

/** Sends a call to each server in turn, as a client does, until one returns its result. */
async function insist(caller: HttpCaller, urls: readonly string[], call: SentCall): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { status, text, headers } = await caller.call(urls[tries % urls.length] as string, call);
    if (status === 200) return text;
    expect({ status, retry: headers['x-should-retry'] }, text).toStrictEqual({ status: 400, retry: 'true' });
    await wait(50);
  }
  throw new Error('A replica has taken over, and the server is not ready.');
}

/** Resolves when both replicas have all writes of the client. */
async function untilReplicated(client: OpenClient['client']): Promise<void> {
  expect(Number(await send(client, ['WAIT', '2', '5000']))).toBe(2);
}
