// The official SDK's server as its own guide sets it up and guards it, with a tool that zod checks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { announce } from './announce.ts';

const tool = {
  description: 'Adds two numbers.',
  inputSchema: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
  outputSchema: z.number(),
};

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'calculator', version: '1.0.0' });
  server.registerTool('Calculator_Add', tool, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
    structuredContent: a + b,
  }));
  return server;
});
// The type does not allow optional members of node:http that exist and are undefined.
const handle = toNodeHandler(handler) as (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const hostFits = localhostHostValidation();
const originFits = localhostOriginValidation();

const server = createServer((request, response) => {
  if (hostFits(request, response) && originFits(request, response)) void handle(request, response);
});
server.listen(0, '127.0.0.1', () => announce(server.address()));
