import type { ConnectionOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { createClient } from 'redis';

/** A connected client, and how to let go of it. */
export interface OpenClient {
  readonly connection: ConnectionOptions;
  readonly close: () => Promise<void>;
}

/** Both clients that BullMQ takes. */
export const clientKinds: Readonly<Record<string, (url: string) => Promise<OpenClient>>> = {
  ioredis: async (url) => {
    const client = openIoredis(url);
    return { connection: client, close: async () => client.disconnect() };
  },
  'node-redis': async (url) => {
    const client = createClient({ url });
    client.on('error', ignore);
    await client.connect();
    return { connection: client, close: async () => client.destroy() };
  },
};

/** A client of ioredis, as BullMQ wants it. */
export function openIoredis(url: string): Redis {
  const client = new Redis(url, { maxRetriesPerRequest: null });
  client.on('error', ignore);
  return client;
}

function ignore(): void {
  // The tests check the effects of a broken connection on a task.
}
