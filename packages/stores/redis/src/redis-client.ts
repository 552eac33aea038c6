/** A client of `redis` (node-redis), as far as it is used. */
export interface NodeRedisClient {
  readonly isReady: boolean;
  sendCommand(command: string[]): Promise<unknown>;
}

/** A client of `ioredis`, as far as it is used. */
export interface IoredisClient {
  readonly status: string;
  call(command: string, ...rest: string[]): Promise<unknown>;
}

/** Your own client, connected; it stays yours, to configure and to close. */
export type RedisClient = NodeRedisClient | IoredisClient;

/** Sends one command. */
export function send(client: RedisClient, [name, ...rest]: readonly [string, ...string[]]): Promise<unknown> {
  return isIoredis(client) ? client.call(name, ...rest) : client.sendCommand([name, ...rest]);
}

/** Tells a client that would keep a command until its server is back: by then nobody waits for the answer any more. */
export function isAway(client: RedisClient): boolean {
  return isIoredis(client) ? away.has(client.status) : !client.isReady;
}

const away: ReadonlySet<string> = new Set(['close', 'reconnecting', 'end']);

// Told by its `call`, as it has a `sendCommand` too, of another shape.
function isIoredis(client: RedisClient): client is IoredisClient {
  return 'call' in client;
}
