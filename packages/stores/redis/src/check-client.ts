import { StartUpError } from '@toolwire/internal';
import type { RedisClient } from './redis-client.ts';

/** Refuses, when the program starts, what is no client of Redis. */
export function checkClient(client: RedisClient): void {
  if (has(client, 'call') || has(client, 'sendCommand')) return;
  const hint = has(client, 'then')
    ? 'Await it first.'
    : 'Give your own, connected: `await createClient({ url }).connect()` of redis, or `new Redis(url)` of ioredis.';
  throw new StartUpError('TW_REDIS_CLIENT', `The Redis client is ${describe(client)}. ${hint}`);
}

function has(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function';
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (has(value, 'then')) return 'a promise';
  return typeof value === 'object' ? 'an object without a method to send commands' : `a ${typeof value}`;
}
