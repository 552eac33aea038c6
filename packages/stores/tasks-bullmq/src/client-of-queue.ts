import { StartUpError } from '@toolwire/internal';
import type { IoredisClient, NodeRedisClient, RedisClient } from '@toolwire/redis';
import type { ConnectionOptions, IRedisClient } from 'bullmq';

/** The client that a queue speaks to Redis by, for whoever else is to share it: the one that was given, or what BullMQ makes of an address. */
export function clientOfQueue(connection: ConnectionOptions, made: () => Promise<IRedisClient>): RedisClient {
  if (isIoredis(connection) || isNodeRedis(connection)) return connection;
  let client: IoredisClient | undefined;
  return {
    // It counts as away only once it has been there.
    get status() {
      return client?.status ?? 'connecting';
    },
    async call(command, ...rest) {
      client ??= ioredisOf(await made());
      return client.call(command, ...rest);
    },
  };
}

function ioredisOf(client: unknown): IoredisClient {
  if (isIoredis(client)) return client;
  throw new StartUpError(
    'TW_REDIS_CLIENT',
    'Tasks cannot share the client that BullMQ has made. Give bullmq() a connected client of ioredis or redis.',
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
