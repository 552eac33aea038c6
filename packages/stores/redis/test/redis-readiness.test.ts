import { randomUUID } from 'node:crypto';
import type { Claim } from '@toolwire/idempotency';
import { noRedisServer, type RedisServer, startRedis } from '@toolwire/programs/redis';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import { createRedisIdempotencyStore, createRedisTaskStore, type RedisIdempotencyStoreOptions } from '../src/index.ts';
import { clientKindsOfRun, type OpenClient } from './clients.ts';

describe.skipIf(noRedisServer !== undefined).each(clientKindsOfRun)(
  `the readiness of Redis, by %s${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  (_kind, openClient) => {
    const leftOver: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
    });
    interface Scene {
      readonly redis: RedisServer;
      readonly client: OpenClient['client'];
      readonly store: ReturnType<typeof createRedisIdempotencyStore>;
    }
    const setUp = async (options: RedisIdempotencyStoreOptions = {}): Promise<Scene> => {
      const redis = await startRedis();
      leftOver.push(() => redis.remove());
      const { client, close } = await openClient(redis.url);
      leftOver.push(close);
      return { redis, client, store: createRedisIdempotencyStore(client, { trustEmpty: true, ...options }) };
    };

    it.concurrent('FAULT-05: is checked within one lease when Redis hangs', async () => {
      const { redis, store } = await setUp({ leaseMs: 2_000 });
      redis.signal('SIGSTOP');
      await expect(store.ready()).rejects.toThrow(
        'Redis has not responded within 2000 milliseconds. Check that it runs and that this process can reach it.',
      );
      redis.signal('SIGCONT');
      await store.ready();
      expect(await store.claim(claimOf('a'))).toStrictEqual({ state: 'acquired' });
    });

    it.concurrent('FAULT-14: is checked again by ready(), and every ten seconds', async () => {
      const { client, store } = await setUp();
      await store.claim(claimOf('before'));
      await send(client, ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru']);
      const tenSecondsGoBy = (): Promise<unknown> =>
        send(client, ['HINCRBY', '{toolwire}:idempotency:heartbeat', 'inspected_at', '-10000']);
      expect(await store.claim(claimOf('a'))).toStrictEqual({ state: 'acquired' });
      await tenSecondsGoBy();
      await expect(store.claim(claimOf('b'))).rejects.toThrow("Redis has the maxmemory-policy 'allkeys-lru'");
      await expect(store.claim(claimOf('b'))).rejects.toThrow('Set maxmemory-policy to noeviction');
      await expect(store.ready()).rejects.toMatchObject({ code: 'TW_REDIS_INCOMPATIBLE' });
      await send(client, ['CONFIG', 'SET', 'maxmemory-policy', 'noeviction']);
      expect(await store.claim(claimOf('b'))).toStrictEqual({ state: 'acquired' });
      await send(client, ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru']);
      await expect(store.ready()).rejects.toThrow('Set maxmemory-policy to noeviction');
    });

    it.concurrent('FAULT-14: needs min-replicas-to-write where there are replicas', async () => {
      const { redis, client, store } = await setUp();
      const replica = await startRedis(`replicaof ${new URL(redis.url).hostname} ${new URL(redis.url).port}`);
      leftOver.push(() => replica.remove());
      const isReplicating = async (): Promise<void> =>
        expect(String(await send(client, ['INFO', 'replication']))).toContain('state=online');
      await vi.waitFor(isReplicating);
      const tasks = createRedisTaskStore(client, { allowUnlogged: true });
      const unsafe = {
        code: 'TW_REDIS_INCOMPATIBLE',
        message: expect.stringContaining('Set min-replicas-to-write to 1 or more') as string,
      };
      await expect(store.ready()).rejects.toMatchObject(unsafe);
      await expect(tasks.ready()).rejects.toMatchObject(unsafe);
      await createRedisIdempotencyStore(client, { trustEmpty: true, allowUnsafeFailover: true }).ready();
      await createRedisTaskStore(client, { allowUnlogged: true, allowUnsafeFailover: true }).ready();
      await send(client, ['CONFIG', 'SET', 'min-replicas-to-write', '1']);
      await store.ready();
      await tasks.ready();
    });

    it.concurrent('FAULT-14: is assumed when Redis does not allow INFO', async () => {
      const { client, store } = await setUp();
      await send(client, ['ACL', 'SETUSER', 'default', '-info']);
      await store.ready();
      expect(await store.claim(claimOf('a'))).toStrictEqual({ state: 'acquired' });
    });

    it.concurrent('FAULT-24: tolerates flushed scripts', async () => {
      const { client, store } = await setUp();
      await store.ready();
      const claim = claimOf('a');
      const forget = (): Promise<unknown> => send(client, ['SCRIPT', 'FLUSH']);
      await forget();
      expect(await store.claim(claim)).toStrictEqual({ state: 'acquired' });
      await forget();
      await store.renew([claim]);
      await forget();
      await store.ready();
      await forget();
      await store.release(claim);
      expect(await store.claim(claimOf('a'))).toStrictEqual({ state: 'acquired' });
    });
  },
);

function claimOf(key: string): Claim {
  return { key, fingerprint: 'same', token: randomUUID(), takeOver: false };
}
