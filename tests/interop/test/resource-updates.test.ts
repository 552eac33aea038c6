import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { type JSONRPCMessage, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { defineTool } from '@toolwire/core';
import { connectMcp, createMcpUpdates, defineResource, mcp } from '@toolwire/mcp';
import { createNodeListener } from '@toolwire/node';
import { createToolServer, silentLogger } from '@toolwire/server';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { listenOn } from '../src/listen-on.ts';

const uri = 'docs://guide';
const client = { name: 'interop', version: '1.0.0' };

function createServer() {
  const offers = {
    resources: [defineResource({ uri, name: 'guide', text: 'Read me.' })],
    updates: createMcpUpdates(),
  };
  const ping = defineTool({ id: 'Net.Ping', version: '1.0.0', description: 'Answers.', run: () => 'pong' });
  const server = createToolServer({ tools: [ping], wires: [mcp(offers)], logger: silentLogger });
  return { server, offers, updated: () => offers.updates.resourceUpdated(uri) };
}

async function listening(context: TestContext) {
  const created = createServer();
  const running = await listenOn(createNodeListener(created.server));
  context.onTestFinished(() => {
    created.server.stop.interrupt();
    return running.close();
  });
  return { ...created, url: new URL(`${running.url}/mcp`) };
}

function client1(context: TestContext) {
  const told: string[] = [];
  const one = new Client1(client, { capabilities: {} });
  one.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
  context.onTestFinished(() => one.close());
  return { one, told };
}

describe('official clients are notified of a changed resource', () => {
  it('in 2026-07-28, while they listen (MCP-SUB-03)', async (context) => {
    const { url, updated } = await listening(context);
    const one = new Client2(client, { capabilities: {}, versionNegotiation: { mode: 'auto' } });
    const told: string[] = [];
    one.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    context.onTestFinished(() => one.close());
    await one.connect(new Http2(url));
    expect(one.getServerCapabilities()).toMatchObject({ resources: { subscribe: true } });
    await one.listen({ resourceSubscriptions: [uri] });
    updated();
    await vi.waitFor(() => expect(told).toEqual([uri]));
  });

  it('in 2025-11-25 over a connection, immediately', async (context) => {
    const { server, offers, updated } = createServer();
    const [near, far] = InMemoryTransport.createLinkedPair();
    const connection = connectMcp(server.service, (text) => void far.send(JSON.parse(text) as JSONRPCMessage), offers);
    far.onmessage = (message) => connection.receive(message);
    const { one, told } = client1(context);
    await one.connect(near);
    expect(one.getServerCapabilities()).toMatchObject({ resources: { subscribe: true } });
    await one.subscribeResource({ uri });
    updated();
    await vi.waitFor(() => expect(told).toEqual([uri]));
    await one.unsubscribeResource({ uri });
    updated();
    await one.ping();
    expect(told).toEqual([uri]);
  });

  it('in 2025-11-25 over HTTP, with their next call', async (context) => {
    const { url, updated } = await listening(context);
    const { one, told } = client1(context);
    await one.connect(new Http1(url));
    expect(one.getServerCapabilities()?.resources).toEqual({ listChanged: true });
    await one.subscribeResource({ uri });
    updated();
    await one.ping();
    expect(told).toEqual([]);
    await one.callTool({ name: 'Net_Ping' });
    expect(told).toEqual([uri]);
  });
});
