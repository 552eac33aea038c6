// The same by hand on fastify: one event stream for each client, and one text for all.
import type { ServerResponse } from 'node:http';
import Fastify from 'fastify';
import { announce } from '../announce.ts';

const body = {
  type: 'object',
  required: ['id', 'method', 'params'],
  properties: {
    id: { type: 'number' },
    method: { type: 'string', const: 'subscriptions/listen' },
    params: { type: 'object' },
  },
} as const;

const streams = new Set<ServerResponse>();
const app = Fastify();
app.post<{ Body: { readonly id: number } }>('/mcp', { schema: { body } }, (_request, reply) => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' });
  raw.write('event: message\ndata: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged"}\n\n');
  streams.add(raw);
  raw.on('close', () => streams.delete(raw));
  // Like toolwire: a comment line shows that the stream is open.
  const keepAlive = setInterval(() => raw.write(':\n\n'), 15_000);
  raw.on('close', () => clearInterval(keepAlive));
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address(), undefined, {
  notify: () => {
    const params = { uri: 'docs://guide', _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/updated', params });
    for (const one of streams) one.write(`event: message\ndata: ${text}\n\n`);
  },
});
