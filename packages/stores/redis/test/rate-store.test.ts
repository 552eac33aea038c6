import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createRateLimit, type RateDecision, type RateStore } from '@toolwire/limits';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import { createRedisRateStore } from '../src/index.ts';
import { clientKindsOfRun, type OpenClient, removeKeys } from './clients.ts';

describe.skipIf(noRedis !== undefined).each(clientKindsOfRun)(
  `the Redis rate store by %s${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  (_name, open) => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    const clients: OpenClient[] = [];
    const stores: RateStore[] = [];
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    beforeAll(async () => {
      redis = await anyRedis();
      for (let index = 0; index < 2; index += 1) {
        const opened = await open(redis.url);
        clients.push(opened);
        stores.push(createRedisRateStore(opened.client, { prefix }));
      }
    });
    afterAll(async () => {
      await removeKeys(clients[0] as OpenClient, prefix);
      for (const { close } of clients) await close();
      await redis.remove();
    });
    const take = async (
      key: string,
      rule = { limit: 5, windowMs: 60_000 },
      cost = 1,
      store = 0,
    ): Promise<RateDecision> => (stores[store] as RateStore).take(key, cost, rule);

    it('applies the limit to all processes together', async () => {
      const key = randomUUID();
      const all = await Promise.all(Array.from({ length: 20 }, (_, index) => take(key, undefined, 1, index % 2)));
      expect(all.filter(({ allowed }) => allowed)).toHaveLength(5);
    });

    it('returns in whole milliseconds when the next call is allowed', async () => {
      const key = randomUUID();
      const rule = { limit: 2, windowMs: 3_000 };
      await take(key, rule);
      await wait(1_000);
      await take(key, rule);
      const refused = await take(key, rule);
      expect(refused.allowed).toBe(false);
      expect(Number.isInteger(refused.retryAfterMs)).toBe(true);
      expect(refused.retryAfterMs).toBeGreaterThan(0);
      expect(refused.retryAfterMs).toBeLessThanOrEqual(2_000);
      await wait(refused.retryAfterMs + 2);
      expect(await take(key, rule)).toStrictEqual({ allowed: true, retryAfterMs: 0 });
      // The window slides: the second call still counts.
      expect(await take(key, rule)).toMatchObject({ allowed: false });
    });

    it('counts each cost, key and rule separately, and no refused call', async () => {
      const key = randomUUID();
      expect(await take(key, undefined, 4)).toMatchObject({ allowed: true });
      expect(await take(key, undefined, 2)).toMatchObject({ allowed: false });
      expect(await take(key, undefined, 1)).toMatchObject({ allowed: true });
      expect(await take(key, { limit: 6, windowMs: 60_000 }, 6)).toMatchObject({ allowed: true });
      expect(await take(`${key}\ud800`)).toMatchObject({ allowed: true });
      expect(await take(`${key}\ud801`, undefined, 5)).toMatchObject({ allowed: true });
    });

    it('never exceeds a large limit, and stores at most 64 entries for it', async () => {
      const key = randomUUID();
      const rule = { limit: 1_000, windowMs: 60_000 };
      let allowed = 0;
      for (let asked = 0; asked === allowed; ) {
        const all = await Promise.all(Array.from({ length: 30 }, () => take(key, rule)));
        asked += all.length;
        allowed += all.filter((one) => one.allowed).length;
      }
      expect(allowed).toBe(1_000);
      const { client } = clients[0] as OpenClient;
      const keys = (await send(client, ['KEYS', `${prefix}*`])) as string[];
      const lengths = await Promise.all(keys.map((one) => send(client, ['LLEN', one])));
      expect(Math.max(...lengths.map(Number))).toBeLessThanOrEqual(65);
    });

    it('serves the limits of @toolwire/limits', async () => {
      const limit = createRateLimit({ limit: 1, windowMs: 60_000, store: stores[0] });
      const key = randomUUID();
      expect(await limit.take(key)).toStrictEqual({ allowed: true, retryAfterMs: 0 });
      expect(await limit.take(key)).toMatchObject({ allowed: false });
    });

    it('leaves nothing behind', async () => {
      const key = randomUUID();
      const rule = { limit: 1, windowMs: 50 };
      const own = createRedisRateStore((clients[0] as OpenClient).client, { prefix: `${prefix}own:` });
      await own.take(key, 1, rule);
      await wait(80);
      expect(await send((clients[0] as OpenClient).client, ['KEYS', `${prefix}own:*`])).toStrictEqual([]);
    });
  },
);
