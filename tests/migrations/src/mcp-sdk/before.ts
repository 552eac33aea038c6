import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import express from 'express';
import { z } from 'zod';

const orders = new Map([['A-17', { item: 'tea', sent: true }]]);

// Each session has its own server, because a server has one transport.
function createServer(): McpServer {
  const server = new McpServer({ name: 'orders', version: '1.0.0' });

  server.registerTool(
    'find_order',
    {
      title: 'Find an order',
      description: 'Tells whether an order is on its way.',
      inputSchema: {
        number: z
          .string()
          .describe('The number of the order, such as A-17.'),
      },
      outputSchema: { item: z.string(), sent: z.boolean() },
      annotations: { readOnlyHint: true },
    },
    ({ number }) => {
      const order = orders.get(number);
      if (order === undefined) {
        return {
          isError: true,
          content: [{ type: 'text', text: `There is no order ${number}` }],
        };
      }
      return {
        content: [{ type: 'text', text: JSON.stringify(order) }],
        structuredContent: order,
      };
    },
  );

  server.registerTool(
    'count_stock',
    {
      description: 'Counts what is in stock.',
      inputSchema: {
        shelves: z.int().min(1).max(3).describe('How many shelves.'),
      },
    },
    async ({ shelves }, { _meta, sendNotification }) => {
      const progressToken = _meta?.progressToken;
      for (let progress = 1; progress <= shelves; progress++) {
        if (progressToken === undefined) continue;
        const params = { progressToken, progress, total: shelves };
        await sendNotification({
          method: 'notifications/progress',
          params,
        });
      }
      return { content: [{ type: 'text', text: `${shelves * 10} boxes` }] };
    },
  );

  server.registerResource(
    'terms',
    'docs://terms',
    { mimeType: 'text/plain' },
    ({ href }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'text/plain',
          text: 'Orders are sent within a day.',
        },
      ],
    }),
  );

  server.registerPrompt(
    'chase',
    {
      description: 'Asks where an order is.',
      argsSchema: { number: z.string() },
    },
    ({ number }) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: `Where is ${number}?` },
        },
      ],
    }),
  );

  return server;
}

const transports = new Map<string, StreamableHTTPServerTransport>();
const app = express();

app.all('/mcp', express.json(), async (request, response) => {
  const known = transports.get(request.get('mcp-session-id') ?? '');
  if (known !== undefined) {
    return known.handleRequest(request, response, request.body);
  }
  if (!isInitializeRequest(request.body)) {
    return void response.status(404).json({ error: 'No such session' });
  }
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void transports.set(id, transport),
    onsessionclosed: (id) => void transports.delete(id),
  });
  await createServer().connect(transport);
  await transport.handleRequest(request, response, request.body);
});

app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1');
