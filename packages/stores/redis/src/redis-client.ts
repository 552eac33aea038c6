import { StartupError } from '@toolwire/internal';

/** The used part of a client of `redis` (node-redis). */
export interface NodeRedisClient {
  readonly isReady: boolean;
  sendCommand(command: string[]): Promise<unknown>;
}

/** The used part of a client of `ioredis`. */
export interface IoredisClient {
  readonly status: string;
  call(command: string, ...rest: string[]): Promise<unknown>;
}

/** The used part of a cluster of `redis` (node-redis). A cluster of `ioredis` is used like its client. */
interface NodeRedisCluster {
  readonly isOpen: boolean;
  readonly masters: readonly unknown[];
  sendCommand(firstKey: string | undefined, isReadonly: boolean | undefined, command: string[]): Promise<unknown>;
}

/** The used part of a Sentinel client of `redis` (node-redis). `ioredis` has one client for both. */
interface NodeRedisSentinel {
  readonly isReady: boolean;
  getSentinelNode(): unknown;
  sendCommand(isReadonly: boolean | undefined, command: string[]): Promise<unknown>;
}

/** Your connected client. You configure and close it. */
export type RedisClient = NodeRedisClient | NodeRedisCluster | NodeRedisSentinel | IoredisClient;

export function send(client: RedisClient, [name, ...rest]: readonly [string, ...string[]]): Promise<unknown> {
  if (isIoredis(client)) return client.call(name, ...rest);
  // Replicas may lag behind, so each command goes to a primary.
  if (isNodeRedisSentinel(client)) return client.sendCommand(false, [name, ...rest]);
  if (!isNodeRedisCluster(client)) return client.sendCommand([name, ...rest]);
  return client.sendCommand(firstKeyOf(name, rest), false, [name, ...rest]);
}

/** The key that decides which node of a cluster gets the command. */
function firstKeyOf(name: string, rest: readonly string[]): string | undefined {
  const isScript = name === 'EVALSHA' || name === 'EVAL';
  return isScript ? rest[2] : rest[0];
}

/** Whether the client would queue commands until it is connected again, when no caller waits for the result anymore. */
export function isDisconnected(client: RedisClient): boolean {
  if (isIoredis(client)) return disconnectedStates.has(client.status);
  return isNodeRedisCluster(client) ? !client.isOpen : !client.isReady;
}

const disconnectedStates: ReadonlySet<string> = new Set(['close', 'reconnecting', 'end']);

// ioredis has a `sendCommand` too, with other parameters.
function isIoredis(client: RedisClient): client is IoredisClient {
  return 'call' in client;
}

function isNodeRedisCluster(client: Exclude<RedisClient, IoredisClient>): client is NodeRedisCluster {
  return 'masters' in client;
}

function isNodeRedisSentinel(client: Exclude<RedisClient, IoredisClient>): client is NodeRedisSentinel {
  return 'getSentinelNode' in client;
}

/** Whether the client is one of a Redis Cluster. */
function isCluster(client: RedisClient): boolean {
  return isIoredis(client) ? Reflect.get(client, 'isCluster') === true : isNodeRedisCluster(client);
}

/** The text in the first braces, by which Redis Cluster chooses the slot of a key. */
export const hashTag: RegExp = /\{([^}]+)\}/;

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

export function prefixError(where: string, prefix: string): StartupError {
  return new StartupError(
    'TW_REDIS_CLIENT',
    `${where}, prefix must contain a hash tag, such as '{toolwire}:', got '${prefix}'.`,
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
  if (value === undefined || value === null) return String(value);
  if (has(value, 'then')) return 'a promise';
  return typeof value === 'object' ? 'an object without call() or sendCommand()' : `a ${typeof value}`;
}
