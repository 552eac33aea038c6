import { type CallResult, createClient } from '@toolwire/client';
import { type FastifyTypeProvider, fastify } from 'fastify';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type RouteTool, toolFromRoute, toolsFromRoutes } from '../src/index.ts';

const app = fastify();
const changeItem = {
  method: 'PUT',
  url: '/orders/:id',
  schema: {
    params: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    querystring: z.object({ notify: z.boolean().optional() }),
    body: { type: 'object', properties: { item: { enum: ['tea', 'jam'] } }, required: ['item'] },
    response: {
      200: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
      404: { type: 'object', properties: { reason: { type: 'string' } } },
    },
  },
  handler: async () => ({ total: 3 }),
} as const;
const tool = toolFromRoute(app, changeItem, { id: 'Orders.ChangeItem', description: 'Changes the item of an order.' });
const sum = toolFromRoute(
  app,
  { method: 'POST', url: '/sum', schema: { body: { type: 'array', items: { type: 'number' } } } },
  { id: 'Math.Sum', version: '2.0.0', description: 'Adds numbers.' },
);
const untyped = toolFromRoute(app, { method: 'GET', url: '/any/:name' }, { id: 'A.Any', description: 'Anything.' });

it('has the types of its route', async () => {
  expectTypeOf(tool.id).toEqualTypeOf<'Orders.ChangeItem'>();
  expectTypeOf(tool.version).toEqualTypeOf<'1.0.0'>();
  expectTypeOf(sum.version).toEqualTypeOf<'2.0.0'>();
  expectTypeOf<Parameters<typeof sum.run>[0]>().toEqualTypeOf<{ readonly body: number[] }>();
  expectTypeOf<Parameters<typeof untyped.run>[0]>().toEqualTypeOf<Readonly<Record<string, unknown>>>();

  const client = createClient({ url: 'http://127.0.0.1:9', retry: false });
  const result = await client.call<typeof tool>('Orders.ChangeItem@1.0.0', { id: 7, item: 'tea', notify: true });
  expectTypeOf(result).toEqualTypeOf<CallResult<{ total: number }>>();
  await client.call<typeof tool>('Orders.ChangeItem@1.0.0', { id: 7, item: 'jam' });
  // @ts-expect-error the item is one of two
  await client.call<typeof tool>('Orders.ChangeItem@1.0.0', { id: 7, item: 'rice' });
  // @ts-expect-error the parameter of the path is missing
  await client.call<typeof tool>('Orders.ChangeItem@1.0.0', { item: 'jam' });
  expect(result.kind).toBe('refused');
});

it('is read from the config of a route with a type', () => {
  const config = { tool: { id: 'A.B', description: 'A tool.' } satisfies RouteTool };
  // @ts-expect-error the field is called scopes
  const wrong: RouteTool = { id: 'A.B', scope: [] };
  expect([config.tool.id, wrong.id]).toEqual(['A.B', 'A.B']);
});

it('accepts apps with type providers and with HTTP/2', () => {
  interface Provider extends FastifyTypeProvider {
    readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  }
  expect(toolsFromRoutes(fastify().withTypeProvider<Provider>())).toBeTypeOf('function');
  expect(toolsFromRoutes(fastify({ http2: true }))).toBeTypeOf('function');
});
