import { isObject, kindOf, StartupError } from '@toolwire/internal';
import { isCluster, isIoredis, type RedisClient } from './redis-client.ts';

/** Throws unless the value is a client, and the prefix gives all keys of a script the same slot of a cluster. */
export function checkClient(client: RedisClient, prefix: string): void {
  if (has(client, 'call') || has(client, 'sendCommand')) {
    if (!isCluster(client)) return;
    // Only clusters of redis 5 and later have destroy().
    if (!isIoredis(client) && !has(client, 'destroy')) throw cluster4Error();
    if (!hashTag.test(prefix)) throw prefixError('On a Redis Cluster', prefix);
    return;
  }
  const fix = has(client, 'then')
    ? 'Await it first.'
    : 'Pass a connected client: `await createClient({ url }).connect()` of redis, or `new Redis(url)` of ioredis.';
  throw new StartupError('TW_REDIS_CLIENT', `The Redis client is ${describe(client)}. ${fix}`);
}

function cluster4Error(): StartupError {
  return new StartupError(
    'TW_REDIS_CLIENT',
    'The Cluster of the npm package redis 4 keeps sending commands to a failed node. Update the package to redis@6, or pass a Cluster of ioredis.',
  );
}

/** Throws for a cluster: some scripts find their keys in other keys, which a cluster can't follow while it moves slots. */
export function refuseCluster(client: RedisClient): void {
  if (!isCluster(client)) return;
  throw new StartupError(
    'TW_REDIS_CLIENT',
    'The task store does not support Redis Cluster. Pass a client of one Redis server, with or without replicas, or use @toolwire/postgres.',
  );
}

function has(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function';
}

function describe(value: unknown): string {
  if (has(value, 'then')) return 'a promise';
  return isObject(value) ? 'an object without call() or sendCommand()' : kindOf(value);
}

/** The text in the first braces, by which Redis Cluster chooses the slot of a key. A script can only use keys of one slot. */
export const hashTag: RegExp = /(?<=^[^{]*)\{([^}]+)\}/;

/** The error for a prefix without a hash tag, where a store needs one. */
export function prefixError(where: string, prefix: string): StartupError {
  return new StartupError(
    'TW_REDIS_CLIENT',
    `${where}, prefix must contain a hash tag, such as '{toolwire}:', got '${prefix}'.`,
  );
}
