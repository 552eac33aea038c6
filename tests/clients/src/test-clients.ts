import process from 'node:process';
import type { CapabilityResults, PublishedClient } from './client.ts';
import { installClient } from './install-client.ts';
import { startServers } from './servers.ts';
import { hasStarted, testClient } from './test-client.ts';

/** The results of a client with both servers, or why it could not be tested. */
export type ClientTest =
  | { readonly ok: true; readonly ours: CapabilityResults; readonly official: CapabilityResults }
  | { readonly ok: false; readonly reason: string };

/** The number of clients that are installed and run concurrently. Each has a process per server. */
const concurrency = 3;

/** Installs clients and runs them against both servers, a few at a time. */
export async function testClients(
  clients: readonly PublishedClient[],
  nodeFor: (client: PublishedClient) => string = () => process.execPath,
): Promise<ReadonlyMap<string, ClientTest>> {
  const seen = new Map<string, ClientTest>();
  const waiting = [...clients];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      seen.set(next.name, await testOnBothServers(next, nodeFor(next)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  // Some give their own processes a few seconds to start, so on a slow machine they run once more, one after the other.
  for (const client of clients) {
    const tested = seen.get(client.name);
    if (tested?.ok && !(hasStarted(tested.ours) && hasStarted(tested.official))) {
      seen.set(client.name, await testOnBothServers(client, nodeFor(client)));
    }
  }
  return seen;
}

async function testOnBothServers(client: PublishedClient, node: string): Promise<ClientTest> {
  const installed = await installClient(client);
  if (!installed.ok) return installed;
  const servers = await startServers();
  try {
    const [ours, official] = await Promise.all([
      testClient(client, installed.folder, node, servers.ours),
      testClient(client, installed.folder, node, servers.official),
    ]);
    return { ok: true, ours, official };
  } finally {
    await servers.close();
  }
}
