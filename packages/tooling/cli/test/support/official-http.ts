import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as LegacyServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

/** A server that a test has started. */
export interface OfficialServer {
  readonly url: string;
  readonly close: () => void;
}

const cityParameter = { type: 'string', 'x-mcp-header': 'City' } as const;
const addInput = fromJsonSchema<{ a: number; b: number; city: string }>({
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' }, city: cityParameter },
  required: ['a', 'b'],
});

/** An official server that speaks 2026-07-28 and nothing else. */
export function startModernServer(): Promise<OfficialServer> {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'modern', version: '1.0.0' });
      server.registerTool('add', { description: 'Adds two numbers.', inputSchema: addInput }, ({ a, b, city }) => ({
        content: [{ type: 'text', text: `${a + b} ${city}` }],
      }));
      return server;
    },
    { legacy: 'reject' },
  );
  // The type does not allow optional members of node:http that exist and are undefined.
  const handle = toNodeHandler(handler) as (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  return start((request, response) => void handle(request, response));
}

/** An official server of 2025-11-25 with sessions, and a tool that asks on the stream of its call. */
export async function startSessionServer(port = 0): Promise<OfficialServer> {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  const server = new LegacyServer({ name: 'sessions', version: '1.0.0' });
  server.registerTool('greet', { description: 'Greets.' }, async () => {
    const { action, content } = await server.server.elicitInput({
      message: 'Who are you?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    });
    return { content: [{ type: 'text', text: `${action} ${String(content?.['name'])}` }] };
  });
  await server.connect(transport);
  return start((request, response) => void transport.handleRequest(request, response), port);
}

async function start(listener: RequestListener, wanted = 0): Promise<OfficialServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
