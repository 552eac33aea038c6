import { StartUpError } from '@toolwire/internal';

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

/** Your connected client. You configure and close it. */
export type RedisClient = NodeRedisClient | IoredisClient;

export function send(client: RedisClient, [name, ...rest]: readonly [string, ...string[]]): Promise<unknown> {
  return isIoredis(client) ? client.call(name, ...rest) : client.sendCommand([name, ...rest]);
}

/** Whether the client would queue commands until it is connected again, when no caller waits for the result anymore. */
export function isDisconnected(client: RedisClient): boolean {
  return isIoredis(client) ? disconnectedStates.has(client.status) : !client.isReady;
}

const disconnectedStates: ReadonlySet<string> = new Set(['close', 'reconnecting', 'end']);

// ioredis has a `sendCommand` too, with other parameters.
function isIoredis(client: RedisClient): client is IoredisClient {
  return 'call' in client;
}

/** Throws unless the value is a client. */
export function checkClient(client: RedisClient): void {
  if (has(client, 'call') || has(client, 'sendCommand')) return;
  const fix = has(client, 'then')
    ? 'Await it first.'
    : 'Pass a connected client: `await createClient({ url }).connect()` of redis, or `new Redis(url)` of ioredis.';
  throw new StartUpError('TW_REDIS_CLIENT', `The Redis client is ${describe(client)}. ${fix}`);
}

function has(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function';
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (has(value, 'then')) return 'a promise';
  return typeof value === 'object' ? 'an object without call() or sendCommand()' : `a ${typeof value}`;
}
