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

/** Sends one command to a primary. */
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

/** Whether the client is one of ioredis, which has a `sendCommand` too, with other parameters. */
export function isIoredis(client: RedisClient): client is IoredisClient {
  return 'call' in client;
}

function isNodeRedisCluster(client: Exclude<RedisClient, IoredisClient>): client is NodeRedisCluster {
  return 'masters' in client;
}

function isNodeRedisSentinel(client: Exclude<RedisClient, IoredisClient>): client is NodeRedisSentinel {
  return 'getSentinelNode' in client;
}

/** Whether the client is one of a Redis Cluster. */
export function isCluster(client: RedisClient): boolean {
  return isIoredis(client) ? Reflect.get(client, 'isCluster') === true : isNodeRedisCluster(client);
}
