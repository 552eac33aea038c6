import process from 'node:process';
import type { PublishedClient, Seen } from './client.ts';
import { installClient } from './install-client.ts';
import { seeClient } from './see-client.ts';
import { startServers } from './servers.ts';

/** What became of looking at a client: what was seen of both servers, or why there was nothing to see. */
export type Sighting =
  | { readonly ok: true; readonly ours: Seen; readonly official: Seen }
  | { readonly ok: false; readonly reason: string };

/** How many clients are installed and run at once: each has a process for either server. */
const atOnce = 3;

/** Installs clients and runs them against both servers, a few at a time. */
export async function seeClients(
  clients: readonly PublishedClient[],
  nodeFor: (client: PublishedClient) => string = () => process.execPath,
): Promise<ReadonlyMap<string, Sighting>> {
  const seen = new Map<string, Sighting>();
  const waiting = [...clients];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      seen.set(next.name, await sightingOf(next, nodeFor(next)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return seen;
}

async function sightingOf(client: PublishedClient, node: string): Promise<Sighting> {
  const installed = await installClient(client);
  if (!installed.ok) return installed;
  const servers = await startServers();
  try {
    const [ours, official] = await Promise.all([
      seeClient(client, installed.folder, node, servers.ours),
      seeClient(client, installed.folder, node, servers.official),
    ]);
    return { ok: true, ours, official };
  } finally {
    await servers.close();
  }
}
