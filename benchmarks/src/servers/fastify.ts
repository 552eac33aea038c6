// Fastify as its guide shows it: compiled schemas for the body and for the answer, no logger.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { announce } from './announce.ts';

const body = {
  type: 'object',
  required: ['request'],
  properties: {
    $schema: { type: 'string', const: 'otc://1.0' },
    request: {
      type: 'object',
      required: ['tool_id', 'input'],
      properties: {
        call_id: { type: 'string' },
        tool_id: { type: 'string' },
        input: { type: 'object', required: ['a', 'b'], properties: { a: { type: 'number' }, b: { type: 'number' } } },
      },
    },
  },
} as const;

const response = {
  200: {
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      result: {
        type: 'object',
        required: ['call_id', 'success'],
        properties: {
          call_id: { type: 'string' },
          duration: { type: 'number' },
          success: { type: 'boolean' },
          value: { type: 'number' },
        },
      },
    },
  },
} as const;

interface CallBody {
  readonly request: {
    readonly call_id?: string;
    readonly tool_id: string;
    readonly input: { readonly a: number; readonly b: number };
  };
}

const tools = new Map([['Calculator.Add', ({ a, b }: CallBody['request']['input']) => a + b]]);

const app = Fastify();
app.post<{ Body: CallBody }>('/tools/call', { schema: { body, response } }, async (request, reply) => {
  const { call_id, tool_id, input } = request.body.request;
  const run = tools.get(tool_id);
  if (run === undefined) return reply.code(400).send({ message: `There is no tool '${tool_id}'` });
  const startedAt = performance.now();
  const value = run(input);
  const result = { call_id: call_id ?? randomUUID(), duration: performance.now() - startedAt, success: true, value };
  return { $schema: 'otc://1.0', result };
});

await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address());
