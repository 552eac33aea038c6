import { StartupError } from '@toolwire/internal';
import type { IoredisClient, NodeRedisClient, RedisClient } from '@toolwire/redis';
import type { ConnectionOptions, IRedisClient } from 'bullmq';

/** Returns the Redis client of a queue: the given one, or the one that BullMQ creates for a URL. */
export function sharedClientOf(connection: ConnectionOptions, created: () => Promise<IRedisClient>): RedisClient {
  if (isIoredis(connection) || isNodeRedis(connection)) return connection;
  let client: IoredisClient | undefined;
  return {
    // Before the first connection it does not count as disconnected.
    get status() {
      return client?.status ?? 'connecting';
    },
    async call(command, ...rest) {
      client ??= ioredisOf(await created());
      return client.call(command, ...rest);
    },
  };
}

function ioredisOf(client: unknown): IoredisClient {
  if (isIoredis(client)) return client;
  throw new StartupError(
    'TW_REDIS_CLIENT',
    "The task store can't share the client that BullMQ created. Pass bullmq() a connected client of ioredis or redis.",
  );
}

function isIoredis(client: unknown): client is IoredisClient {
  return has(client, 'call') && typeof client['status'] === 'string';
}

function isNodeRedis(client: unknown): client is NodeRedisClient {
  return has(client, 'sendCommand') && typeof client['isReady'] === 'boolean';
}

function has(client: unknown, method: string): client is Readonly<Record<string, unknown>> {
  return typeof client === 'object' && client !== null && typeof Reflect.get(client, method) === 'function';
}
