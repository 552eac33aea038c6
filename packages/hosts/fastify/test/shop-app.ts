import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { type FastifyInstance, fastify } from 'fastify';
import { fastify as fastify4 } from 'fastify4';
import { z } from 'zod';
import { mountTools, type RouteTool, type RouteToolOptions, toolsFromRoutes } from '../src/index.ts';

// The types of the majors differ. The functions that toolwire calls are the same.
const older: unknown = fastify4;

export const versions: readonly { readonly name: string; readonly create: typeof fastify }[] = [
  { name: 'Fastify 5', create: fastify },
  { name: 'Fastify 4', create: older as typeof fastify },
];

export interface Shop {
  readonly app: FastifyInstance;
  readonly tools: ToolServer;
  /** The hooks that ran for the routes of the shop, in their order. */
  readonly hooks: string[];
}

/** Passes on the credentials of the caller, as most apps do. */
const forwarded: RouteToolOptions = {
  headers: (_call, request) => ({ authorization: request?.headers.authorization }),
};

const users = new Map([
  ['Bearer token-of-ada', { id: 'ada', isAdmin: true }],
  ['Bearer token-of-bob', { id: 'bob', isAdmin: false }],
]);
const id = { type: 'integer', description: 'The number of the order.' };
const byId = { type: 'object', properties: { id }, required: ['id'] };
const done = { 200: { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] } };
const asTool = (tool: RouteTool): { tool: RouteTool } => ({ tool });

class ShopError extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** An existing app with 20 routes, and a tool server for them. Route 21 is not a tool. */
export async function startShop(
  create: typeof fastify,
  options: RouteToolOptions = forwarded,
): Promise<Shop & { readonly url: string }> {
  const hooks: string[] = [];
  const app = create();
  const readTools = toolsFromRoutes(app, { toolkit: 'Shop', ...options });

  app.decorateRequest('user');
  app.addHook('onRequest', async (request, reply) => {
    const user = users.get(request.headers.authorization ?? '');
    Object.assign(request, { user });
    if (!request.url.startsWith('/ai')) hooks.push(`onRequest ${user?.id ?? 'anonymous'}`);
    if (user === undefined && !request.url.startsWith('/ai')) {
      await reply.code(401).send({ message: 'Please sign in.' });
    }
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!request.url.startsWith('/ai')) hooks.push(`onSend ${request.method}`);
    return payload;
  });
  app.addSchema({
    $id: 'order',
    type: 'object',
    properties: { id: { type: 'integer' }, item: { $ref: '#/definitions/item' }, by: { type: 'string' } },
    required: ['id', 'item'],
    definitions: { item: { type: 'string', minLength: 1 } },
  });
  addOrders(app);
  app.register(addCustomers, { prefix: '/customers' });
  addFailures(app, hooks);
  app.get('/internal/metrics', async () => ({ secret: true }));
  await app.after();

  const tools = createToolServer({
    tools: readTools(),
    wires: [otc(), mcp()],
    validator: ajv(),
    logger: silentLogger,
  });
  app.register(mountTools, {
    prefix: '/ai',
    server: tools,
    principal: (request) => (request as unknown as { user?: { id: string } }).user,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, tools, hooks, url };
}

type User = { readonly user: { readonly id: string; readonly isAdmin: boolean } };

function addOrders(app: FastifyInstance): void {
  const order = { 200: { $ref: 'order#' } };
  app.get<{ Params: { id: number } }>(
    '/orders/:id',
    {
      schema: { params: byId, response: order, summary: 'Find an order', operationId: 'findOrder' } as object,
      config: asTool({ description: 'Finds an order by its number.' }),
    },
    async ({ params, ...request }) => {
      if (params.id === 404) throw new ShopError(404, 'ORDER_UNKNOWN', 'There is no order 404.');
      return { id: params.id, item: 'tea', by: (request as unknown as User).user?.id, internal: 'not in the schema' };
    },
  );
  app.get<{ Querystring: object }>(
    '/orders',
    {
      schema: {
        querystring: {
          type: 'object',
          properties: {
            limit: { type: 'integer', minimum: 1 },
            tags: { type: 'array', items: { type: 'string' } },
            open: { type: 'boolean' },
          },
        },
      },
      config: asTool({ id: 'Shop.ListOrders', description: 'Lists orders.' }),
    },
    async ({ query }) => query,
  );
  app.post<{ Body: object }>(
    '/orders',
    {
      schema: { body: { $ref: 'order#' }, response: { 201: { $ref: 'order#' } } },
      config: asTool({ id: 'Shop.PlaceOrder', version: '2.1.0', description: 'Places an order.' }),
    },
    async ({ body }, reply) => reply.code(201).send(body),
  );
  app.put<{ Params: { id: number }; Body: { item: string }; Querystring: { notify?: boolean } }>(
    '/orders/:id/item',
    {
      schema: {
        params: byId,
        querystring: { type: 'object', properties: { notify: { type: 'boolean' } } },
        body: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
      },
      config: asTool({ id: 'Shop.ChangeItem', description: 'Changes the item of an order.' }),
    },
    async ({ params, query, body }) => ({ ...params, ...query, ...body }),
  );
  app.delete(
    '/orders/:id',
    {
      schema: { params: byId, response: { 204: { type: 'null' } }, deprecated: true },
      config: asTool({ id: 'Shop.CancelOrder', description: 'Cancels an order.', scopes: ['orders:write'] }),
    },
    async (_request, reply) => reply.code(204).send(),
  );
  app.post<{ Body: readonly number[] }>(
    '/orders/totals',
    {
      schema: { body: { type: 'array', items: { type: 'number' } } },
      config: asTool({ id: 'Shop.AddTotals', description: 'Adds amounts.' }),
    },
    async ({ body }) => ({ sum: body.reduce((sum, one) => sum + one, 0) }),
  );
  app.patch<{ Body: object }>(
    '/orders/:id/labels',
    {
      schema: { params: byId, body: { type: 'object', properties: {}, additionalProperties: { type: 'string' } } },
      config: asTool({ id: 'Shop.SetLabels', description: 'Sets labels of an order.' }),
    },
    async ({ body }) => body,
  );
}

async function addCustomers(app: FastifyInstance): Promise<void> {
  app.addSchema({ $id: 'name', type: 'string', maxLength: 20 });
  app.get(
    '/me',
    { config: asTool({ id: 'Shop.WhoAmI', description: 'Returns the signed-in customer.' }) },
    async (request) => ({ id: (request as unknown as User).user.id, ip: request.ip, host: request.headers.host }),
  );
  app.get<{ Params: { name: string } }>(
    '/:name',
    {
      schema: { params: { type: 'object', properties: { name: { $ref: 'name#' } }, required: ['name'] } },
      config: asTool({ id: 'Shop.FindCustomer', description: 'Finds a customer by name.' }),
    },
    async ({ params }) => params,
  );
  const zod = z.object({ country: z.enum(['AT', 'DE']), since: z.string().optional() });
  app.get<{ Querystring: object }>(
    '/by-country',
    {
      schema: { querystring: zod, response: { 200: z.object({ country: z.string() }) } },
      validatorCompiler:
        ({ schema }) =>
        (value) => ({ value: (schema as typeof zod).parse(value) }),
      serializerCompiler: () => (value) => JSON.stringify(value),
      config: asTool({ id: 'Shop.FindByCountry', description: 'Finds customers of a country.' }),
    },
    async ({ query }) => query,
  );
  app.post(
    '/export',
    { config: asTool({ id: 'Shop.ExportCustomers', description: 'Exports customers as CSV.' }) },
    async (_request, reply) => reply.type('text/csv').send('name\nAda'),
  );
  app.post(
    '/:name/ping',
    { schema: { response: done }, config: asTool({ id: 'Shop.PingCustomer', description: 'Pings a customer.' }) },
    async () => ({ done: true }),
  );
}

/** Routes that fail, each with another status. */
function addFailures(app: FastifyInstance, hooks: string[]): void {
  const fail = (name: string, error: () => Error, headers: Record<string, string> = {}): void => {
    app.post(
      `/fail/${name}`,
      { config: asTool({ id: `Shop.Fail_${name}`, description: 'Fails.' }) },
      async (_, reply) => {
        reply.headers(headers);
        throw error();
      },
    );
  };
  fail('conflict', () => new ShopError(409, 'ORDER_SENT', 'The order has been sent.'));
  fail('forbidden', () => new ShopError(403, 'NO_ADMIN', 'Only admins may do this.'));
  fail('busy', () => new ShopError(429, 'BUSY', 'Too many orders.'), { 'retry-after': '2' });
  fail('down', () => new ShopError(503, 'DOWN', 'connect ECONNREFUSED 10.0.0.7:5432'), { 'retry-after': '30' });
  fail('crash', () => new Error('secret: hunter2'));
  app.get(
    '/fail/redirect',
    { config: asTool({ id: 'Shop.Fail_redirect', description: 'Redirects to a sign-in page.' }) },
    async (_request, reply) => reply.code(302).header('location', '/login').send(),
  );
  app.get(
    '/fail/picture',
    { config: asTool({ id: 'Shop.Fail_picture', description: 'Returns a picture.' }) },
    async (_request, reply) => reply.type('image/png').send(Buffer.from([1, 2, 3])),
  );
  app.get(
    '/slow',
    { config: asTool({ id: 'Shop.Slow', description: 'Never responds.', timeoutMs: 50 }) },
    ({ raw }) => new Promise(() => raw.once('close', () => hooks.push('aborted'))),
  );
}
