import { ToolError } from '@toolwire/errors';
import { initTRPC, lazy, TRPCError } from '@trpc/server';
import { z } from 'zod';
import type { ProcedureTool } from '../src/index.ts';

/** The context that the app builds for each request. */
interface Context {
  readonly user: { readonly id: string } | undefined;
  /** The steps of each call, in their order. */
  readonly steps: string[];
}

const t = initTRPC.context<Context>().meta<{ tool?: ProcedureTool }>().create();

/** The app's own middleware. It runs before the input is validated. */
const signedIn = t.procedure.use(({ ctx, next }) => {
  ctx.steps.push(`auth ${ctx.user?.id ?? 'anonymous'}`);
  if (ctx.user === undefined) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Please sign in.' });
  return next({ ctx: { user: ctx.user } });
});

const order = z.object({ id: z.number(), item: z.string() });
const byId = z.object({ id: z.number().describe('The number of the order.') });
const about = (description: string, tool: Partial<ProcedureTool> = {}): { tool: ProcedureTool } => ({
  tool: { description, ...tool },
});

const orders = t.router({
  find: signedIn
    .meta(about('Finds an order by its number.', { title: 'Find an order' }))
    .input(byId)
    .output(order)
    .query(({ input }) => {
      if (input.id === 404) throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no order 404.' });
      return { id: input.id, item: 'tea', internal: 'not in the schema' };
    }),
  list: signedIn
    .meta(about('Lists orders.'))
    .input(z.object({ limit: z.number().default(10) }))
    .input(z.object({ tags: z.array(z.string()) }))
    .query(({ input }) => input),
  place: signedIn
    .meta(about('Places an order.', { version: '2.1.0', scopes: [] }))
    .input(z.object({ item: z.string().transform((item) => item.toUpperCase()), amount: z.string().transform(Number) }))
    .output(z.object({ item: z.string(), amount: z.number(), at: z.date() }))
    .mutation(({ input }) => ({ ...input, at: new Date(0) })),
  cancel: signedIn
    .meta(about('Cancels an order.', { deprecation: {}, annotations: { destructive: true } }))
    .input(byId)
    .mutation(() => undefined),
  price: signedIn
    .meta(about('Returns the price of an order, in cents.'))
    .input(byId)
    .output(
      z
        .number()
        .transform((cents) => `${cents} ct`)
        .pipe(z.string()),
    )
    .query(() => 250),
  reserve: signedIn
    .meta(about('Reserves an item.'))
    .input(z.object({ item: z.string().refine(async (item) => item !== 'gold', 'Gold is not for sale.') }))
    .mutation(({ input }) => input.item),
});

const customers = t.router({
  me: signedIn.meta(about('Returns the signed-in customer.')).query(({ ctx }) => ctx.user.id),
  find: signedIn
    .meta(about('Finds a customer.', { id: 'Customers.ByName' }))
    .input(z.object({ name: z.string().max(20) }))
    .query(({ input }) => input),
  rename: signedIn
    .meta(about('Renames a customer.'))
    .input(z.object({ name: z.string() }))
    .mutation(() => true),
  internal: signedIn.input(z.object({ secret: z.string() })).query(() => 'is not a tool'),
});

const fail = (error: () => Error) =>
  signedIn.meta(about('Fails.')).mutation((): string => {
    throw error();
  });

const failures = t.router({
  conflict: fail(() => new TRPCError({ code: 'CONFLICT', message: 'The order has been sent.' })),
  forbidden: fail(() => new TRPCError({ code: 'FORBIDDEN' })),
  busy: fail(() => new TRPCError({ code: 'TOO_MANY_REQUESTS', message: 'Too many orders.' })),
  down: fail(() => new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'connect ECONNREFUSED 10.0.0.7:5432' })),
  broken: fail(() => new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'secret: hunter2' })),
  crash: fail(() => new Error('secret: hunter2')),
  tool: fail(() => new ToolError('A tool error.', { canRetry: true })),
  payment: fail(() => new TRPCError({ code: 'PAYMENT_REQUIRED', message: 'Your trial has ended.' })),
  large: fail(() => new TRPCError({ code: 'PAYLOAD_TOO_LARGE' })),
});

const reports = t.router({
  daily: t.router({
    build: signedIn.meta(about('Builds the daily report.')).query(() => ({ orders: 3 })),
  }),
  weekly: signedIn.meta(about('Builds the weekly report.')).query(({ signal }) => ({ aborted: signal?.aborted })),
});

/** An existing app with 20 procedures that are tools, and one that is not. */
export const shop = t.router({ orders, customers, failures, reports: lazy(async () => reports) });

/** Builders for routers of single tests. */
export const plain = initTRPC.meta<{ tool?: ProcedureTool }>().create();
