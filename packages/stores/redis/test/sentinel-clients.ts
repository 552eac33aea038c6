import { Redis } from 'ioredis';
import { Redis as Redis5 } from 'ioredis5';
import { createSentinel } from 'redis';
import type { OpenClient } from './clients.ts';

/** The primary that a client searches with Redis Sentinel. */
export interface SentinelTarget {
  readonly name: string;
  readonly sentinels: readonly { readonly host: string; readonly port: number }[];
}

/** Every supported client of Redis Sentinel. The package `redis` 4 has none. */
export const sentinelKinds: Readonly<Record<string, (target: SentinelTarget) => Promise<OpenClient>>> = {
  'node-redis 6': async ({ name, sentinels }) => {
    const client = createSentinel({ name, sentinelRootNodes: [...sentinels] });
    client.on('error', ignore);
    await client.connect();
    return { client, close: () => client.destroy() };
  },
  'ioredis 6': ({ name, sentinels }) => openIoredis(new Redis({ name, sentinels: [...sentinels], lazyConnect: true })),
  'ioredis 5': ({ name, sentinels }) => openIoredis(new Redis5({ name, sentinels: [...sentinels], lazyConnect: true })),
};

async function openIoredis(client: Redis | Redis5): Promise<OpenClient> {
  client.on('error', ignore);
  await client.connect();
  return { client, close: async () => client.disconnect() };
}

function ignore(): void {
  // The tests check the effects of a broken connection on a call.
}
