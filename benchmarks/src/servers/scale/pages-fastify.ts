// Fastify with a listing in prepared pages, to measure the cost of sending them.
import Fastify from 'fastify';
import { announce } from '../announce.ts';

const [, , count, bytes] = process.argv;
const body = {
  type: 'object',
  required: ['method', 'params'],
  properties: {
    method: { type: 'string', const: 'tools/list' },
    params: { type: 'object', properties: { cursor: { type: 'string' } } },
  },
} as const;

interface ListBody {
  readonly params: { readonly cursor?: string };
}

const page = (index: number): Buffer =>
  Buffer.from(JSON.stringify({ tools: ['x'.repeat(Number(bytes) - 50)], nextCursor: String(index + 1) }));
const pages = new Map(Array.from({ length: Number(count) }, (_, index) => [String(index), page(index)]));

const app = Fastify();
app.post<{ Body: ListBody }>('/mcp', { schema: { body } }, async (request, reply) => {
  const found = pages.get(request.body.params.cursor ?? '0');
  if (found === undefined) return reply.code(400).send({ message: 'The cursor leads nowhere' });
  return reply.type('application/json').send(found);
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address());
