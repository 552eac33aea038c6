import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Claim, ClaimResult, IdempotencyStore, StoredResult } from '@toolwire/idempotency';
import { idempotencyStoreContract } from '@toolwire/idempotency/contract';
import { anyRedis, noRedis, noRedisServer, type RedisServer, startRedis } from '@toolwire/programs/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import { createRedisIdempotencyStore, type RedisIdempotencyStoreOptions } from '../src/index.ts';
import { clientKindsOfRun, type OpenClient, openClient, removeKeys } from './clients.ts';
import { untilConnected } from './until-connected.ts';

describe.skipIf(noRedis !== undefined).each(clientKindsOfRun)(
  `on Redis by %s${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  (_name, open) => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    const clients: OpenClient[] = [];
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    beforeAll(async () => {
      redis = await anyRedis();
      clients.push(await open(redis.url), await open(redis.url));
    });
    afterAll(async () => {
      await removeKeys(clients[0] as OpenClient, prefix);
      for (const { close } of clients) await close();
      await redis.remove();
    });

    let made = 0;
    const store = (options: RedisIdempotencyStoreOptions = {}): ReturnType<typeof createRedisIdempotencyStore> => {
      made += 1;
      const { client } = clients[made % 2] as OpenClient;
      return createRedisIdempotencyStore(client, { prefix, trustEmpty: true, ...options });
    };
    it.concurrent.each(idempotencyStoreContract)('$title', ({ run }) =>
      run({
        make: ({ ttlMs, maxBytes }) => store({ ttlMs, maxBytes, leaseMs: Math.min(10_000, ttlMs) }),
      }),
    );

    it.concurrent('lets a claim take over after the lease of the owner expired', async () => {
      const short = store({ leaseMs: 200, ttlMs: 60_000 });
      const long = store({ leaseMs: 60_000, ttlMs: 60_000 });
      const [lost, renewed] = [claimOf(randomUUID()), claimOf(randomUUID())];
      const claimedAt = performance.now();
      for (const claim of [lost, renewed]) await short.claim(claim);
      await long.renew([renewed]);
      expect(await claimUntilFree(short, claimOf(lost.key))).toStrictEqual({ state: 'in_doubt' });
      expect(performance.now() - claimedAt).toBeGreaterThan(150);
      expect(await short.claim(claimOf(renewed.key))).toStrictEqual({ state: 'running', token: renewed.token });
      expect(await claimUntilFree(short, claimOf(lost.key, { takeOver: true }))).toStrictEqual({ state: 'acquired' });
      // A claim that was considered expired gets nothing back.
      await short.renew([lost]);
      expect(await short.settle(lost, storedResult('too late'))).toBe('taken');
    });

    it.concurrent('gives owners a full lease to renew after Redis was unreachable', async () => {
      const short = store({ leaseMs: 200, ttlMs: 60_000, prefix: `${prefix}${randomUUID()}:` });
      const [slow, abandoned] = [claimOf('slow'), claimOf('abandoned')];
      for (const claim of [slow, abandoned]) await short.claim(claim);
      await short.abandon(abandoned);
      await wait(450);
      const askedAt = performance.now();
      expect(await short.claim(claimOf('slow', { takeOver: true }))).toStrictEqual({
        state: 'running',
        token: slow.token,
      });
      expect(await short.claim(claimOf('abandoned', { takeOver: true }))).toStrictEqual({ state: 'acquired' });
      expect(await claimUntilFree(short, claimOf('slow', { takeOver: true }))).toStrictEqual({ state: 'acquired' });
      expect(performance.now() - askedAt).toBeGreaterThan(150);
    });
  },
);

describe.skipIf(noRedisServer !== undefined)(
  `a separate Redis${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    const redises: RedisServer[] = [];
    const clients: OpenClient[] = [];
    afterAll(async () => {
      for (const { close } of clients) await close();
      for (const redis of redises) await redis.remove();
    });
    const start = async (...settings: string[]): Promise<{ redis: RedisServer; client: OpenClient['client'] }> => {
      const redis = await startRedis(...settings);
      redises.push(redis);
      const opened = await openClient(redis.url);
      clients.push(opened);
      return { redis, client: opened.client };
    };

    it.concurrent('FAULT-14: is rejected with an eviction policy, by ready() and by every claim', async () => {
      const { client } = await start('maxmemory 100mb', 'maxmemory-policy allkeys-lru');
      const store = createRedisIdempotencyStore(client);
      await expect(store.ready()).rejects.toThrow("Redis has the maxmemory-policy 'allkeys-lru'");
      await expect((async () => store.claim(claimOf('a')))()).rejects.toThrow('Set maxmemory-policy to noeviction');
      expect(
        await createRedisIdempotencyStore(client, { allowEviction: true, trustEmpty: true }).claim(claimOf('a')),
      ).toMatchObject({
        state: 'acquired',
      });
    });

    it.concurrent('FAULT-13: accepts no new claim when it is full, and loses no existing claim', async () => {
      const { client } = await start('maxmemory 4mb', 'maxmemory-policy noeviction');
      const store = createRedisIdempotencyStore(client, { trustEmpty: true });
      const [running, done] = [claimOf('running'), claimOf('done')];
      for (const claim of [running, done]) await store.claim(claim);
      await store.settle(done, storedResult('done'));
      await fill(client, 100_000);
      // The memory of connections counts as well, so that it varies. From here on Redis is full.
      await send(client, ['CONFIG', 'SET', 'maxmemory', '2mb']);
      await expect((async () => store.claim(claimOf('next')))()).rejects.toThrow('OOM');
      await expect(store.settle(running, storedResult('x'.repeat(10_000)))).rejects.toThrow('OOM');
      expect(await store.claim(claimOf('running'))).toStrictEqual({ state: 'running', token: running.token });
      expect(await store.claim(claimOf('done'))).toStrictEqual({ state: 'completed', text: 'done' });
    });

    it.concurrent('FAULT-24: may flush its scripts at any time', async () => {
      const { client } = await start();
      const store = createRedisIdempotencyStore(client, { trustEmpty: true });
      await send(client, ['SCRIPT', 'FLUSH']);
      const claim = claimOf('a');
      expect(await store.claim(claim)).toStrictEqual({ state: 'acquired' });
      await send(client, ['SCRIPT', 'FLUSH']);
      expect(await store.settle(claim, storedResult('done'))).toBe('settled');
      expect(await store.claim(claimOf('a'))).toStrictEqual({ state: 'completed', text: 'done' });
    });

    it.concurrent('grants no claim after a data loss until running calls are known again', async () => {
      const { redis, client } = await start();
      const options = { leaseMs: 5_000, ttlMs: 60_000, trustEmpty: true };
      const [owner, other, fresh] = [client, (await openOne(redis)).client, (await openOne(redis)).client].map((one) =>
        createRedisIdempotencyStore(one, options),
      ) as [Store, Store, Store];
      const running = claimOf('a', { takeOver: true });
      await owner.claim(running);
      await other.claim(claimOf('b'));
      await redis.stop('SIGKILL');
      await redis.start();
      const again = claimOf('a', { takeOver: true });

      // Neither to one who knew it before, nor to one who comes new.
      expect(await untilConnected(() => other.claim(again))).toContain('Redis has lost data about calls');
      expect(await untilConnected(() => fresh.claim(again))).toContain('Redis has lost data about calls');
      expect(await untilConnected(() => owner.renew([running]))).toBeUndefined();
      await wait(5_000);
      expect(await fresh.claim(again)).toStrictEqual({ state: 'running', token: running.token });
      expect(await other.claim(claimOf('c'))).toStrictEqual({ state: 'acquired' });
    });

    it.concurrent('reports the loss of results', async () => {
      const { redis, client } = await start();
      const store = createRedisIdempotencyStore(client, { leaseMs: 50, ttlMs: 60_000, trustEmpty: true });
      await store.claim(claimOf('a'));
      await redis.stop('SIGKILL');
      await redis.start();
      const other = await openOne(redis);
      await createRedisIdempotencyStore(other.client, { trustEmpty: true }).claim(claimOf('b'));
      await wait(100);
      expect(await untilConnected(() => store.claim(claimOf('a')))).toContain('run again when they are repeated');
      expect(await store.claim(claimOf('c'))).toStrictEqual({ state: 'acquired' });
    });

    it.concurrent('keeps only the heartbeat after all results have expired', async () => {
      const { client } = await start();
      const store = createRedisIdempotencyStore(client, { leaseMs: 50, ttlMs: 100, trustEmpty: true });
      for (let index = 0; index < 10; index += 1) {
        const claim = claimOf(`${index}`);
        await store.claim(claim);
        if (index % 2 === 0) await store.settle(claim, storedResult('done'));
        else await store.release(claim);
      }
      await wait(150);
      const keys = await send(client, ['KEYS', '*']);
      expect(keys).toStrictEqual(['{toolwire}:idempotency:heartbeat']);
    });

    it.concurrent('stores a claim that never ends for one day', async () => {
      const { client } = await start();
      const store = createRedisIdempotencyStore(client, { leaseMs: 50, ttlMs: 100, trustEmpty: true });
      const claims = [claimOf('lost'), claimOf('renewed')];
      for (const claim of claims) await store.claim(claim);
      await store.renew(claims.slice(1));
      await wait(150);
      expect(await store.claim(claimOf('lost'))).toMatchObject({ state: 'running' });
      const keys = (await send(client, ['KEYS', '*'])) as string[];
      const records = keys.filter((key) => !key.endsWith('heartbeat'));
      expect(records).toHaveLength(2);
      const day = 24 * 60 * 60_000;
      for (const key of records) {
        const leftMs = Number(await send(client, ['PTTL', key]));
        expect(leftMs).toBeGreaterThan(day - 60_000);
        expect(leftMs).toBeLessThanOrEqual(day);
      }
    });

    it.concurrent('REL-17: stores no key or input in clear text', async () => {
      const { client } = await start();
      const claim = claimOf('canary-key', { fingerprint: 'canary-input' });
      const plain = createRedisIdempotencyStore(client, { trustEmpty: true });
      const secret = createRedisIdempotencyStore(client, { prefix: 'secret:', secret: 'pepper', trustEmpty: true });
      for (const store of [plain, secret]) await store.claim(claim);
      const keys = (await send(client, ['KEYS', '*'])) as string[];
      const records = keys.filter((key) => !key.endsWith('heartbeat'));
      const seen = await Promise.all(
        records.map((key) => send(client, ['HMGET', key, 'fingerprint', 'token', 'result'])),
      );
      expect(records).toHaveLength(2);
      expect(JSON.stringify([keys, seen])).not.toContain('canary');
      const digests = seen.map((record) => (record as string[])[0]);
      expect(new Set(digests).size).toBe(2);
      expect(await secret.claim(claimOf('canary-key', { fingerprint: 'canary-input' }))).toMatchObject({
        state: 'running',
      });
    });

    type Store = ReturnType<typeof createRedisIdempotencyStore>;
    const openOne = async ({ url }: RedisServer): Promise<OpenClient> => {
      const opened = await openClient(url);
      clients.push(opened);
      return opened;
    };
  },
);

describe('createRedisIdempotencyStore', () => {
  const client = { isReady: false, sendCommand: () => Promise.reject(new Error('not connected')) };

  it('sends nothing through a client that is not connected', () => {
    const store = createRedisIdempotencyStore(client, { trustEmpty: true });
    expect(() => store.renew([claimOf('a')])).toThrow('The Redis client is not connected.');
  });

  it.each([
    [{ leaseMs: 0 }, 'leaseMs must be a whole number of milliseconds from 1 to 2147483647, got 0.'],
    // Node fires a longer timer at once, so Redis would seem not to respond.
    [{ leaseMs: 2 ** 31, ttlMs: 2 ** 31 }, 'leaseMs must be a whole number of milliseconds from 1 to 2147483647'],
    [{ ttlMs: 1.5 }, 'ttlMs must be a whole number of milliseconds of 1 or more, got 1.5.'],
    [{ ttlMs: 5_000 }, 'ttlMs must be at least leaseMs (10000), got 5000.'],
  ])('rejects %o', (options, message) => {
    expect(() => createRedisIdempotencyStore(client, options)).toThrow(message);
  });
});

/** Fills a Redis with values of a size, until not one more fits. */
async function fill(client: OpenClient['client'], size: number): Promise<void> {
  for (let index = 0; ; index += 1) {
    try {
      await send(client, ['SET', `filler ${size} ${index}`, 'x'.repeat(size)]);
    } catch {
      return;
    }
  }
}

/** Claims until no owner runs it: after a pause of the machine, owners get one more lease. */
async function claimUntilFree(store: IdempotencyStore, claim: Claim): Promise<ClaimResult> {
  const found = await store.claim(claim);
  if (found.state !== 'running') return found;
  await wait(20);
  return claimUntilFree(store, claim);
}

function claimOf(key: string, fields: Partial<Claim> = {}): Claim {
  return { key, fingerprint: 'same', token: randomUUID(), takeOver: false, ...fields };
}

function storedResult(text: string): StoredResult {
  return { retention: 'stored', text, bytes: 2 * text.length };
}
