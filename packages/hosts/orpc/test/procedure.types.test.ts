import { os } from '@orpc/server';
import { type CallResult, createClient } from '@toolwire/client';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type ProcedureTool, toolFromProcedure, toolsFromRouter } from '../src/index.ts';

const find = os
  .$context<{ user: string | undefined }>()
  .input(z.object({ id: z.string().transform(Number), limit: z.number().default(3) }))
  .output(z.object({ total: z.number() }))
  .handler(({ input }) => ({ total: input.id }));
const context = (): { user: string | undefined } => ({ user: undefined });
const tool = toolFromProcedure(find, { id: 'Orders.Find', description: 'Finds an order.', context });
const ping = toolFromProcedure(
  os.handler(() => 'pong' as const),
  { id: 'A.Ping', version: '2.0.0', description: 'Pings.' },
);

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
  toolFromProcedure(find, { id: 'Orders.Find', description: 'Finds an order.' });
  // @ts-expect-error the context has no user
  toolFromProcedure(find, { id: 'Orders.Find', description: 'Finds an order.', context: () => ({}) });
  const base = os.$context<{ user: string }>().$meta<{ tool?: ProcedureTool }>({});
  const router = { a: { find: base.meta({ tool: { description: 'Finds.' } }).handler(() => 1) } };
  // @ts-expect-error the context is missing
  await toolsFromRouter(router);
  // @ts-expect-error the user is a string
  await toolsFromRouter(router, { context: () => ({ user: 1 }) });
  expect(await toolsFromRouter(router, { context: () => ({ user: 'ada' }) })).toHaveLength(1);
});

it('is typed in the meta of a procedure', () => {
  const base = os.$meta<{ tool?: ProcedureTool }>({});
  // @ts-expect-error the field is called scopes
  expect(base.meta({ tool: { scope: [] } })).toBeDefined();
});
