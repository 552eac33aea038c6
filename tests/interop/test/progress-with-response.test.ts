import { Client as Client2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';

const info = { name: 'interop', version: '1.0.0' };
const serverInfo = { name: 'server', version: '1.0.0' };
const started = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
const call = { name: 'count', arguments: {} };

/** A transport to a server that sends two reports and then the response of a call, with a pause before the response or not. */
async function transportOf(pauses: boolean): Promise<InMemoryTransport> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await far.start();
  const send = (message: object): void => void far.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  far.onmessage = (message) => {
    if (!('id' in message) || !('method' in message)) return;
    const { id, method, params } = message;
    if (method === 'initialize') return send({ id, result: started });
    if (method !== 'tools/call') return send({ id, result: { tools: [] } });
    const progressToken = params?._meta?.progressToken;
    for (const progress of [1, 2]) send({ method: 'notifications/progress', params: { progressToken, progress } });
    const respond = (): void => send({ id, result: { content: [] } });
    if (pauses) setTimeout(respond, 1);
    else respond();
  };
  return near;
}

const clients = {
  'the first SDK': async (transport: InMemoryTransport, onprogress: () => void) => {
    const client = new Client1(info);
    await client.connect(transport);
    await client.callTool(call, undefined, { onprogress });
  },
  'the second SDK': async (transport: InMemoryTransport, onprogress: () => void) => {
    const client = new Client2(info, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(transport);
    await client.callTool(call, { onprogress });
  },
};

// docs/clients.md states this. The writer of @toolwire/stdio can go back to writing at once when it fails.
test.each(Object.entries(clients))(
  'a client of %s drops reports that it reads together with the response',
  async (_name, countReports) => {
    for (const [pauses, count] of [
      [false, 0],
      [true, 2],
    ] as const) {
      let reports = 0;
      await countReports(await transportOf(pauses), () => (reports += 1));
      expect(reports).toBe(count);
    }
  },
);
