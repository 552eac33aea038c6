// tmcp with its own HTTP transport, as its guide sets it up: on node:http by a listener that makes web requests. That is hono's, which
// costs it less than the one that its guide names.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { HttpTransport } from '@tmcp/transport-http';
import { McpServer } from 'tmcp';
import { z } from 'zod';
import { announce } from './announce.ts';

const tool = {
  name: 'Calculator_Add',
  description: 'Adds two numbers.',
  schema: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
  outputSchema: z.object({ result: z.number() }),
};

const calculator = new McpServer(
  { name: 'calculator', version: '1.0.0', description: 'Calculates.' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } },
);
calculator.tool(tool, ({ a, b }) => ({
  content: [{ type: 'text', text: String(a + b) }],
  structuredContent: { result: a + b },
}));

const transport = new HttpTransport(calculator, { path: '/mcp', allowedOrigins: [] });
const listener = getRequestListener(
  async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 }),
);

const server = createServer((request, response) => void listener(request, response));
server.listen(0, '127.0.0.1', () => announce(server.address()));
