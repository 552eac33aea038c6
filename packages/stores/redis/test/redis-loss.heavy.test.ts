import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Claim } from '@toolwire/idempotency';
import { noRedisServer, type RedisServer, startRedis } from '@toolwire/programs/redis';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import {
  createRedisIdempotencyStore,
  type RedisIdempotencyStore,
  type RedisIdempotencyStoreOptions,
} from '../src/index.ts';
import { type OpenClient, openClient } from './clients.ts';
import type { Effect } from './effect-tools.ts';
import { createHttpCaller, type HttpAnswer } from './http-caller.ts';
import { serveTools } from './serve-tools.ts';
import { untilConnected } from './until-connected.ts';

describe.skipIf(noRedisServer !== undefined)(
  `a Redis that loses data${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    const leftOver: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
    });
    const start = async (...settings: string[]): Promise<RedisServer> => {
      const redis = await startRedis(...settings);
      leftOver.push(() => redis.remove());
      return redis;
    };
    const open = async ({ url }: RedisServer): Promise<OpenClient['client']> => {
      const { client, close } = await openClient(url);
      leftOver.push(close);
      return client;
    };
    // Events within a lease are visible on a busy machine too.
    const leaseMs = 5_000;
    const openStore = async (
      redis: RedisServer,
      options: RedisIdempotencyStoreOptions = {},
    ): Promise<RedisIdempotencyStore> =>
      createRedisIdempotencyStore(await open(redis), { leaseMs, ttlMs: 60_000, ...options });
    const loseAll = async (redis: RedisServer): Promise<void> => {
      await redis.stop('SIGKILL');
      await redis.start();
    };

    it.concurrent('is detected by a process that has only called ready()', async () => {
      const redis = await start();
      const [owner, fresh] = [await openStore(redis), await openStore(redis, { trustEmpty: true })];
      await owner.ready();
      await fresh.ready();
      const running = claimOf('a');
      await owner.claim(running);
      await loseAll(redis);
      expect(await untilConnected(() => fresh.claim(claimOf('a')))).toContain('Redis has lost data about calls');
      expect(await untilConnected(() => owner.renew([running]))).toBeUndefined();
      await fresh.ready();
      expect(await fresh.claim(claimOf('a'))).toStrictEqual({ state: 'running', token: running.token });
    });

    it.concurrent('grants a new process no claim until running calls are known again', async () => {
      const redis = await start();
      const owner = await openStore(redis);
      await owner.ready();
      const [running, ended] = [claimOf('a'), claimOf('b')];
      for (const claim of [running, ended]) await owner.claim(claim);
      await loseAll(redis);
      const fresh = await openStore(redis);
      await expect(fresh.claim(claimOf('a'))).rejects.toThrow('Redis has no data about calls');
      expect(await untilConnected(() => owner.renew([running]))).toBeUndefined();
      await owner.settle(ended, { retention: 'stored', text: 'done', bytes: 8 });
      // Known calls get a result at once; only unknown calls wait.
      expect(await fresh.claim(claimOf('a'))).toStrictEqual({ state: 'running', token: running.token });
      expect(await fresh.claim(claimOf('b'))).toStrictEqual({ state: 'completed', text: 'done' });
      await expect(fresh.claim(claimOf('c'))).rejects.toThrow('Redis has no data about calls');
      await fresh.ready();
      expect(await fresh.claim(claimOf('c'))).toStrictEqual({ state: 'acquired' });
    });

    it.concurrent('is detected after a restart with an old snapshot, the default of Redis', async () => {
      const redis = await start('save 3600 1');
      const [owner, other] = [await openStore(redis), await openStore(redis)];
      await owner.ready();
      await other.claim(claimOf('before'));
      await send(await open(redis), ['SAVE']);
      const running = claimOf('a');
      await owner.claim(running);
      await loseAll(redis);
      const fresh = await openStore(redis, { trustEmpty: true });
      for (const store of [fresh, other]) {
        expect(await untilConnected(() => store.claim(claimOf('a')))).toContain('Redis has lost data about calls');
      }
      expect(await untilConnected(() => owner.renew([running]))).toBeUndefined();
      await fresh.ready();
      expect(await fresh.claim(claimOf('a'))).toStrictEqual({ state: 'running', token: running.token });
    });

    it.concurrent('reports the loss once to each process that knew the data, at the first unknown call', async () => {
      const redis = await start();
      const [owner, other] = [await openStore(redis), await openStore(redis)];
      await owner.ready();
      await other.ready();
      const running = claimOf('a');
      await owner.claim(running);
      await loseAll(redis);
      expect(await untilConnected(() => owner.renew([running]))).toBeUndefined();
      const known = async (): Promise<void> =>
        expect(await other.claim(claimOf('a'))).toStrictEqual({ state: 'running', token: running.token });
      expect(await untilConnected(known)).toBeUndefined();
      await expect(other.ready()).rejects.toThrow('Redis has lost data about calls');
      await other.ready();
      expect(await other.claim(claimOf('b'))).toStrictEqual({ state: 'acquired' });
    });

    it.concurrent('is trusted after a restart with an append-only file, also with an RDB preamble', async () => {
      const redis = await start('appendonly yes', 'appendfsync always', 'save 3600 1');
      const [owner, other] = [await openStore(redis), await openStore(redis)];
      await owner.ready();
      const running = claimOf('a');
      await owner.claim(running);
      await loseAll(redis);
      expect(await untilConnected(() => other.claim(claimOf('b')))).toBeUndefined();
      expect(await other.claim(claimOf('a'))).toStrictEqual({ state: 'running', token: running.token });
    });

    it.concurrent('makes the first process wait for one lease, unless trustEmpty is set', async () => {
      const redis = await start();
      const trusting = await openStore(redis, { trustEmpty: true });
      const [first, second] = [await openStore(redis), await openStore(redis)];
      const askedAt = performance.now();
      await trusting.ready();
      expect(await trusting.claim(claimOf('a'))).toStrictEqual({ state: 'acquired' });
      expect(performance.now() - askedAt).toBeLessThan(leaseMs - 100);
      await first.ready();
      expect(performance.now() - askedAt).toBeGreaterThan(leaseMs - 100);
      const askedAgainAt = performance.now();
      await second.ready();
      expect(performance.now() - askedAgainAt).toBeLessThan(leaseMs - 100);
    });

    it.concurrent.each([
      ['everything', 'was ready before', []],
      ['everything', 'starts after it', []],
      ['what came last', 'was ready before', ['save 3600 1']],
      ['what came last', 'starts after it', ['save 3600 1']],
    ])(
      'FAULT-07: that loses %s lets no server that %s run the same call as another server',
      async (_what, when, settings) => {
        const redis = await start(...settings);
        const effects: Effect[] = [];
        const serve = async (): Promise<string> => {
          const store = await openStore(redis);
          await store.ready();
          const { url, close } = await serveTools({ effects, store, idempotency: { storeTimeoutMs: 30_000 } });
          leftOver.push(close);
          return url;
        };
        const caller = createHttpCaller();
        leftOver.push(async () => caller.close());
        const owner = await serve();
        const early = when === 'was ready before' ? await serve() : undefined;
        if (settings.length > 0) await send(await open(redis), ['SAVE']);
        const call = { tool: 'Effect.Once', callId: randomUUID(), input: { n: 1, ms: 2 * leaseMs } };
        const running = caller.call(owner, call);
        while (effects.length === 0) await wait(10);
        await loseAll(redis);
        const other = early ?? (await serve());
        const answer = await insist(() => caller.call(other, call));
        expect(answer.text).toBe((await running).text);
        expect(effects.map(({ step }) => step)).toStrictEqual(['begun', 'done']);
      },
    );

    it.concurrent('FAULT-22: is detected when a server becomes the primary for the second time', async () => {
      const [first, second] = [await start('appendonly yes'), await start('appendonly yes')];
      const addressOf = ({ url }: RedisServer): [string, string] => [new URL(url).hostname, new URL(url).port];
      const [clientOfFirst, clientOfSecond] = [await open(first), await open(second)];
      const follow = async (replica: OpenClient['client'], primary: RedisServer): Promise<void> => {
        await send(replica, ['REPLICAOF', ...addressOf(primary)]);
        const isUp = async (): Promise<void> =>
          expect(String(await send(replica, ['INFO', 'replication']))).toContain('master_link_status:up');
        await vi.waitFor(isUp, 20_000);
      };
      const options = { trustEmpty: true, allowUnsafeFailover: true, leaseMs: 1_000 };
      const [before, after] = [await openStore(first, options), await openStore(second, options)];
      await before.claim(claimOf('a'));
      await follow(clientOfSecond, first);
      await send(clientOfSecond, ['REPLICAOF', 'NO', 'ONE']);
      await follow(clientOfFirst, second);
      await expect(before.claim(claimOf('b'))).rejects.toThrow('READONLY');
      await vi.waitFor(async () => expect(await after.claim(claimOf('b'))).toStrictEqual({ state: 'acquired' }));
      await vi.waitFor(async () => expect(Number(await send(clientOfSecond, ['WAIT', '1', '1000']))).toBe(1));
      await send(clientOfFirst, ['REPLICAOF', 'NO', 'ONE']);
      // Other commands may succeed before the next claim.
      await before.renew([claimOf('d')]);
      await expect(before.claim(claimOf('c'))).rejects.toThrow('Redis has lost data about calls');
    });

    // Not in parallel, because it measures the rest of a lease.
    it('returns for how long it grants no claim, as the retry delay of callers', async () => {
      const redis = await start();
      const store = await openStore(redis, { leaseMs: 1_000 });
      const closedMs = async (): Promise<unknown> => {
        try {
          return await store.claim(claimOf('a'));
        } catch (error) {
          if (!String(error).includes('not connected')) return Reflect.get(error as Error, 'retryAfterMs');
          await wait(20);
          return closedMs();
        }
      };
      for (const begin of [() => undefined, () => loseAll(redis)]) {
        await begin();
        const leftMs = Number(await closedMs());
        expect(leftMs).toBeGreaterThan(500);
        expect(leftMs).toBeLessThanOrEqual(1_000);
        await wait(leftMs + 5);
        expect(await store.claim(claimOf('b'))).toStrictEqual({ state: 'acquired' });
      }
    });
  },
);

async function insist(call: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await call();
    if (answer.status === 200) return answer;
    expect(answer).toMatchObject({ status: 400, headers: { 'x-should-retry': 'true' } });
    await wait(50);
  }
  throw new Error('Redis is back, and the server is not.');
}

function claimOf(key: string): Claim {
  return { key, fingerprint: 'same', token: randomUUID(), takeOver: true };
}
