// The first version of the official SDK without sessions, as its own guide has it: a server and a transport for each request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { announce } from './announce.ts';

const tool = {
  description: 'Adds two numbers.',
  inputSchema: { a: z.number().describe('The first number.'), b: z.number().describe('The second number.') },
  outputSchema: { result: z.number() },
};

function createCalculator(): McpServer {
  const server = new McpServer({ name: 'calculator', version: '1.0.0' });
  server.registerTool('Calculator_Add', tool, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
    structuredContent: { result: a + b },
  }));
  return server;
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const server = createCalculator();
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

const server = createServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1', () => announce(server.address()));
