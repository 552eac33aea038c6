import { type CallResult, createClient } from '@toolwire/client';
import { initTRPC } from '@trpc/server';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type ProcedureTool, toolFromProcedure, toolsFromRouter } from '../src/index.ts';

const t = initTRPC.context<{ user: string | undefined }>().meta<{ tool?: ProcedureTool }>().create();
const find = t.procedure
  .meta({ tool: { description: 'Finds an order.' } })
  .input(z.object({ id: z.string().transform(Number), limit: z.number().default(3) }))
  .query(({ input }) => ({ total: input.id }));
const router = t.router({ orders: t.router({ find }), ping: t.procedure.query(() => 'pong' as const) });
const context = (): { user: string | undefined } => ({ user: undefined });
const tool = toolFromProcedure(router, 'orders.find', { id: 'Orders.Find', description: 'Finds an order.', context });
const ping = toolFromProcedure(router, 'ping', { id: 'A.Ping', version: '2.0.0', description: 'Pings.', context });

it('has the types of its procedure', async () => {
  expectTypeOf(tool.id).toEqualTypeOf<'Orders.Find'>();
  expectTypeOf(ping.version).toEqualTypeOf<'2.0.0'>();

  const client = createClient({ url: 'http://127.0.0.1:9', retry: false });
  const result = await client.call<typeof tool>('Orders.Find@1.0.0', { id: '7' });
  expectTypeOf(result).toEqualTypeOf<CallResult<{ total: number }>>();
  expectTypeOf(await client.call<typeof ping>('A.Ping@2.0.0')).toEqualTypeOf<CallResult<'pong'>>();
  // @ts-expect-error callers send a string, which the schema transforms
  await client.call<typeof tool>('Orders.Find@1.0.0', { id: 7 });
  expect(result.kind).toBe('refused');
});

it('needs a function for its context', async () => {
  // @ts-expect-error the context is missing
  toolFromProcedure(router, 'ping', { id: 'A.Ping', description: 'Pings.' });
  // @ts-expect-error the user is a string
  toolFromProcedure(router, 'ping', { id: 'A.Ping', description: 'Pings.', context: () => ({ user: 1 }) });
  // @ts-expect-error the context is missing
  await toolsFromRouter(router);
  expect(await toolsFromRouter(router, { context })).toHaveLength(1);
});

it('rejects the path of no procedure', () => {
  const about = { id: 'A.B', description: 'A tool.', context } as const;
  // @ts-expect-error the router has no procedure 'orders.get'
  expect(() => toolFromProcedure(router, 'orders.get', about)).toThrow("The router has no procedure 'orders.get'.");
  // @ts-expect-error orders is a router
  expect(() => toolFromProcedure(router, 'orders', about)).toThrow('(TW_PROCEDURE_TOOL)');
});

it('is typed in the meta of a procedure', () => {
  // @ts-expect-error the description is missing
  expect(t.procedure.meta({ tool: { id: 'A.B' } })).toBeDefined();
});
