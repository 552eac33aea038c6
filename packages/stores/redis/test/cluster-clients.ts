import { Cluster } from 'ioredis';
import { Cluster as Cluster5 } from 'ioredis5';
import { createCluster } from 'redis';
import type { OpenClient } from './clients.ts';

/** Every supported client of a cluster. The cluster of node-redis 4 sends commands to a failed node until it is back. */
export const clusterKinds: Readonly<Record<string, (urls: readonly string[]) => Promise<OpenClient>>> = {
  'node-redis 6': async (urls) => {
    const client = createCluster({ rootNodes: urls.map((url) => ({ url })) });
    client.on('error', ignore);
    await client.connect();
    return { client, close: async () => client.destroy() };
  },
  'ioredis 6': async (urls) => openIoredis(new Cluster(urls.map(portOf), { lazyConnect: true })),
  'ioredis 5': async (urls) => openIoredis(new Cluster5(urls.map(portOf), { lazyConnect: true })),
};

async function openIoredis(client: Cluster | Cluster5): Promise<OpenClient> {
  client.on('error', ignore);
  await client.connect();
  return { client, close: async () => client.disconnect() };
}

function portOf(url: string): { readonly host: string; readonly port: number } {
  return { host: '127.0.0.1', port: Number(new URL(url).port) };
}

function ignore(): void {
  // The tests check the effects of a broken connection on a call.
}
