import { Redis } from 'ioredis';
import { Redis as Redis5 } from 'ioredis5';
import { createClient } from 'redis';
import { createClient as createClient4 } from 'redis4';
import { send } from '../src/connection/redis-client.ts';
import type { RedisClient } from '../src/index.ts';

/** A connected client, and how to let go of it. */
export interface OpenClient {
  readonly client: RedisClient;
  readonly close: () => Promise<void>;
}

/** Every client and every major version that is supported. */
export const clientKinds: Readonly<Record<string, (url: string) => Promise<OpenClient>>> = {
  'node-redis 6': async (url) => {
    const client = createClient({ url });
    client.on('error', ignore);
    await client.connect();
    return { client, close: async () => client.destroy() };
  },
  'node-redis 4': async (url) => {
    const client = createClient4({ url });
    client.on('error', ignore);
    await client.connect();
    return { client, close: () => client.disconnect() };
  },
  'ioredis 6': async (url) => openIoredis(new Redis(url, { lazyConnect: true })),
  'ioredis 5': async (url) => openIoredis(new Redis5(url, { lazyConnect: true })),
};

/** The newest major version of every client, and with `npm test -- --all` the earlier ones too. */
export const clientKindsOfRun: readonly (readonly [name: string, open: (url: string) => Promise<OpenClient>])[] =
  Object.entries(clientKinds).filter(([name]) => process.env['TEST_SCOPE'] === 'all' || name.endsWith(' 6'));

/** A client of the first kind. */
export function openClient(url: string): Promise<OpenClient> {
  return (clientKinds['node-redis 6'] as (url: string) => Promise<OpenClient>)(url);
}

/** Removes what a test has left on a Redis that is not its own. */
export async function removeKeys({ client }: OpenClient, prefix: string): Promise<void> {
  const keys = (await send(client, ['KEYS', `${prefix}*`])) as string[];
  for (const key of keys) await send(client, ['DEL', key]);
}

async function openIoredis(client: Redis | Redis5): Promise<OpenClient> {
  client.on('error', ignore);
  await client.connect();
  return { client, close: async () => client.disconnect() };
}

function ignore(): void {
  // The tests check the effects of a broken connection on a call.
}
