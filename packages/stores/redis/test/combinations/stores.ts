import { randomUUID } from 'node:crypto';
import { createMemoryIdempotencyStore, type IdempotencyStore } from '@toolwire/idempotency';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { afterAll, beforeAll, describe } from 'vitest';
import { createRedisIdempotencyStore } from '../../src/index.ts';
import { type OpenClient, openClient, removeKeys } from '../clients.ts';

/** Where two servers keep what they share of their calls. */
export type StorePair = readonly [here: IdempotencyStore, there: IdempotencyStore];

/**
 * Defines the same tests for calls stored on Redis, where each server has a separate client, and with `npm test -- --all` for
 * calls stored in memory.
 */
export function describeOnStores(title: string, define: (newStores: () => StorePair) => void): void {
  describe.runIf(process.env['TEST_SCOPE'] === 'all')(`${title}, with calls in memory`, () => {
    define(() => {
      const store = createMemoryIdempotencyStore();
      return [store, store];
    });
  });

  const skipped = noRedis === undefined ? '' : `, skipped: ${noRedis}`;
  describe.skipIf(noRedis !== undefined)(`${title}, with calls on Redis${skipped}`, () => {
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    const clients: OpenClient[] = [];
    beforeAll(async () => {
      redis = await anyRedis();
      clients.push(await openClient(redis.url), await openClient(redis.url));
    });
    afterAll(async () => {
      const [first] = clients;
      if (first !== undefined) await removeKeys(first, prefix);
      for (const { close } of clients) await close();
      await redis.remove();
    });
    define(() => {
      const [here, there] = clients;
      if (here === undefined || there === undefined) throw new Error('There are no clients yet.');
      const options = { prefix: `${prefix}${randomUUID()}:`, trustEmpty: true };
      return [createRedisIdempotencyStore(here.client, options), createRedisIdempotencyStore(there.client, options)];
    });
  });
}
