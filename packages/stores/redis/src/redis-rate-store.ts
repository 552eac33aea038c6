import { createHash } from 'node:crypto';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { RateDecision, RateStore } from '@toolwire/limits';
import { checkClient } from './check-client.ts';
import { Connection } from './connection.ts';
import { takeScript } from './rate-script.ts';
import type { RedisClient } from './redis-client.ts';

/** How calls are counted on Redis. */
export interface RedisRateStoreOptions {
  /** In front of every key; `{toolwire}:rate:` if left out. Servers that share a limit share it. */
  readonly prefix?: string | undefined;
}

/** The most moments that one window holds. */
const mostMoments = 64;

const optionNames: NamesOf<RedisRateStoreOptions> = { prefix: true };

/** Makes a store that counts the calls of several processes together, for the rate limits of `@toolwire/limits`. */
export function createRedisRateStore(client: RedisClient, options: RedisRateStoreOptions = {}): RateStore {
  checkNames('createRedisRateStore()', options, optionNames);
  const { prefix = '{toolwire}:rate:' } = options;
  checkClient(client);
  const connection = new Connection(client);
  return {
    async take(key, cost, { limit, windowMs }): Promise<RateDecision> {
      const digest = createHash('sha256')
        .update(JSON.stringify([key, limit, windowMs]))
        .digest('base64url');
      const shareMs = limit > mostMoments ? windowMs / mostMoments : 0;
      const reply = await connection.run(takeScript, [prefix + digest], [cost, limit, windowMs, shareMs].map(String));
      const retryAfterMs = Number(reply);
      return { allowed: retryAfterMs === 0, retryAfterMs };
    },
  };
}
