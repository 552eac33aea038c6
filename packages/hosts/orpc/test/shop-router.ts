import { lazy, ORPCError, os } from '@orpc/server';
import { ToolError } from '@toolwire/errors';
import { z } from 'zod';
import type { ProcedureTool } from '../src/index.ts';

/** The context that the app builds for each request. */
interface Context {
  readonly user: { readonly id: string } | undefined;
  /** The steps of each call, in their order. */
  readonly steps: string[];
}

const base = os.$context<Context>().$meta<{ tool?: ProcedureTool }>({});

/** The app's own middleware. It runs before the input is validated. */
const signedIn = base.use(({ context, next }) => {
  context.steps.push(`auth ${context.user?.id ?? 'anonymous'}`);
  if (context.user === undefined) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' });
  return next({ context: { user: context.user } });
});

const order = z.object({ id: z.number(), item: z.string() });
const byId = z.object({ id: z.number().describe('The number of the order.') });
const about = (description: string, tool: Partial<ProcedureTool> = {}): { tool: ProcedureTool } => ({
  tool: { description, ...tool },
});

const orders = {
  find: signedIn
    .route({ method: 'GET', summary: 'Find an order', description: 'Finds an order by its number.' })
    .meta({ tool: {} })
    .input(byId)
    .output(order)
    .handler(({ input }) => {
      if (input.id === 404) throw new ORPCError('NOT_FOUND', { message: 'There is no order 404.' });
      return { id: input.id, item: 'tea', internal: 'not in the schema' };
    }),
  list: signedIn
    .meta(about('Lists orders.'))
    .input(z.object({ limit: z.number().default(10), tags: z.array(z.string()).optional() }))
    .handler(({ input }) => input),
  place: signedIn
    .meta(about('Places an order.', { version: '2.1.0', scopes: [] }))
    .input(z.object({ item: z.string().transform((item) => item.toUpperCase()), amount: z.string().transform(Number) }))
    .output(z.object({ item: z.string(), amount: z.number(), at: z.date() }))
    .handler(({ input }) => ({ ...input, at: new Date(0) })),
  cancel: signedIn
    .route({ deprecated: true })
    .meta(about('Cancels an order.', { annotations: { destructive: true } }))
    .input(byId)
    .handler(() => undefined),
  price: signedIn
    .meta(about('Returns the price of an order, in cents.'))
    .input(byId)
    .output(
      z
        .number()
        .transform((cents) => `${cents} ct`)
        .pipe(z.string()),
    )
    .handler(() => 250),
  reserve: signedIn
    .meta(about('Reserves an item.'))
    .input(z.object({ item: z.string().refine(async (item) => item !== 'gold', 'Gold is not for sale.') }))
    .handler(({ input }) => input.item),
};

const customers = {
  me: signedIn.meta(about('Returns the signed-in customer.')).handler(({ context }) => context.user.id),
  find: signedIn
    .meta(about('Finds a customer.', { id: 'Customers.ByName', title: 'Find a customer' }))
    .input(z.object({ name: z.string().max(20) }))
    .handler(({ input }) => input),
  rename: signedIn
    .meta(about('Renames a customer.'))
    .input(z.object({ name: z.string() }))
    .handler(() => true),
  internal: signedIn.input(z.object({ secret: z.string() })).handler(() => 'is not a tool'),
};

const fail = (error: () => Error): ReturnType<typeof failing> => failing(error);
const failing = (error: () => Error) =>
  signedIn.meta(about('Fails.')).handler((): string => {
    throw error();
  });

const failures = {
  conflict: fail(() => new ORPCError('CONFLICT', { message: 'The order has been sent.' })),
  forbidden: fail(() => new ORPCError('FORBIDDEN')),
  busy: fail(() => new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many orders.' })),
  down: fail(() => new ORPCError('SERVICE_UNAVAILABLE', { message: 'connect ECONNREFUSED 10.0.0.7:5432' })),
  broken: fail(() => new ORPCError('INTERNAL_SERVER_ERROR', { message: 'secret: hunter2' })),
  crash: fail(() => new Error('secret: hunter2')),
  tool: fail(() => new ToolError('A tool error.', { canRetry: true })),
  declared: signedIn
    .meta(about('Fails with an error of its contract.'))
    .errors({ OUT_OF_STOCK: { message: 'No tea is left.', data: z.object({ until: z.string() }) } })
    .handler(({ errors }): string => {
      throw errors.OUT_OF_STOCK({ data: { until: '2027-01-01' } });
    }),
  checked: signedIn.meta(about('Checks its input in a middleware.')).handler((): string => {
    throw new ORPCError('BAD_REQUEST', { data: { issues: [{ message: 'Too late', path: ['hours', 0] }] } });
  }),
};

/** A lazy router. */
const reports = lazy(async () => ({
  default: {
    daily: { build: signedIn.meta(about('Builds the daily report.')).handler(() => ({ orders: 3 })) },
    weekly: signedIn.meta(about('Builds the weekly report.')).handler(({ signal }) => ({ aborted: signal?.aborted })),
  },
}));

/** An existing app with 20 procedures that are tools, and one that is not. */
export const shop = { orders, customers, failures, reports };
