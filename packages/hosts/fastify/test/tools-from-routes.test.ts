import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createClient, type Client as ToolClient } from '@toolwire/client';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toolsFromRoutes } from '../src/index.ts';
import { startShop, versions } from './shop-app.ts';

const asAda = { authorization: 'Bearer token-of-ada' };

describe.each(versions)('the 20 routes of an app on $name', ({ create }) => {
  let shop: Awaited<ReturnType<typeof startShop>>;
  let client: ToolClient;
  let mcp: Client;
  beforeAll(async () => {
    shop = await startShop(create);
    const send: typeof fetch = (url, init) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...asAda } });
    client = createClient({ url: `${shop.url}/ai`, fetch: send, retry: false });
    mcp = new Client({ name: 'test', version: '1' });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${shop.url}/ai/mcp`), { fetch: send }));
  });
  afterAll(async () => {
    await mcp.close();
    await shop.app.close();
  });

  it('are 20 tools over both protocols, and no other route is one', async () => {
    const listed = await client.list();
    const { tools } = await mcp.listTools();
    expect(listed.kind === 'listed' && listed.tools).toHaveLength(20);
    expect(tools).toHaveLength(20);
    expect(JSON.stringify(tools)).not.toContain('metrics');
  });

  it('have the descriptions and schemas of their routes', async () => {
    const { tools } = await mcp.listTools();
    expect(tools.find(({ name }) => name === 'Shop_FindOrder')).toMatchObject({
      title: 'Find an order',
      description: 'Finds an order by its number.',
      annotations: { readOnlyHint: true },
      inputSchema: {
        properties: { id: { type: 'integer', description: 'The number of the order.' } },
        required: ['id'],
        additionalProperties: false,
      },
      outputSchema: { properties: { item: { type: 'string', minLength: 1 } }, required: ['id', 'item'] },
    });
    expect(tools.find(({ name }) => name === 'Shop_CancelOrder')).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    });
    expect(tools.find(({ name }) => name === 'Shop_FindByCountry')?.inputSchema).toMatchObject({
      properties: { country: { enum: ['AT', 'DE'] } },
    });
    expect(shop.tools.tools.find(({ id }) => id === 'Shop.CancelOrder')).toMatchObject({
      deprecation: {},
      scopes: ['orders:write'],
      outputSchema: null,
    });
  });

  it.each([
    ['Shop.FindOrder', { id: 7 }, { id: 7, item: 'tea' }],
    ['Shop.ListOrders', { limit: 3, tags: ['a b', 'c&d'], open: true }, { limit: 3, tags: ['a b', 'c&d'], open: true }],
    ['Shop.PlaceOrder', { id: 8, item: 'jam' }, { id: 8, item: 'jam' }],
    ['Shop.ChangeItem', { id: 7, item: 'rice', notify: true }, { id: 7, item: 'rice', notify: true }],
    ['Shop.AddTotals', { body: [1, 2, 3] }, { sum: 6 }],
    ['Shop.SetLabels', { id: 7, color: 'red' }, { color: 'red' }],
    ['Shop.FindCustomer', { name: 'a/b?c#d' }, { name: 'a/b?c#d' }],
    ['Shop.FindByCountry', { country: 'AT' }, { country: 'AT' }],
    ['Shop.ExportCustomers', {}, 'name\nAda'],
    ['Shop.PingCustomer', { name: 'Ada' }, { done: true }],
  ])('%s puts its input where the route expects it', async (id, input, value) => {
    expect(await client.call(id, input)).toMatchObject({ kind: 'value', value });
    const result = await mcp.callTool({ name: id.replace('.', '_'), arguments: input });
    expect(result.isError).not.toBe(true);
    // A result without an output schema is text for models.
    const [text] = (result.content as { text: string }[]).map((block) => block.text);
    expect(text).toContain(typeof value === 'string' ? value : String(Object.values(value).at(-1)));
  });

  it('run with the hooks of the app, for the caller of the tool', async () => {
    shop.hooks.length = 0;
    const result = await client.call('Shop.WhoAmI');
    expect(result).toMatchObject({
      kind: 'value',
      value: { id: 'ada', ip: '127.0.0.1', host: new URL(shop.url).host },
    });
    expect(shop.hooks).toEqual(['onRequest ada', 'onSend GET']);
  });

  it('reject invalid input before the route runs', async () => {
    shop.hooks.length = 0;
    expect(await client.call('Shop.FindOrder', { id: 'seven' })).toMatchObject({ kind: 'invalid' });
    expect(await client.call('Shop.FindOrder', { id: 7, other: 1 })).toMatchObject({ kind: 'invalid' });
    expect(shop.hooks).toEqual([]);
  });

  it.each(['.', '..', ''])('never let the value %j select another route', async (name) => {
    shop.hooks.length = 0;
    expect(await client.call('Shop.FindCustomer', { name })).toMatchObject({ kind: 'failed' });
    expect(shop.hooks).toEqual([]);
  });

  it('reject half of a surrogate pair in a path with a message for the caller', async () => {
    const failure = { message: 'name must be valid Unicode.', canRetry: false };
    expect(await client.call('Shop.FindCustomer', { name: '\ud800' })).toMatchObject({ kind: 'failed', failure });
  });

  it.each([
    [
      'Shop.FindOrder',
      { id: 404 },
      { message: 'There is no order 404.', developerMessage: 'Status 404, code ORDER_UNKNOWN.', canRetry: false },
    ],
    ['Shop.Fail_conflict', {}, { message: 'The order has been sent.', canRetry: false }],
    ['Shop.Fail_forbidden', {}, { message: 'Only admins may do this.', canRetry: false }],
    ['Shop.Fail_busy', {}, { message: 'Too many orders.', canRetry: true, retryAfterMs: 2000 }],
    ['Shop.Fail_down', {}, { message: 'The app is unavailable.', canRetry: true, retryAfterMs: 30_000 }],
    ['Shop.Fail_crash', {}, { message: 'The tool failed unexpectedly.', canRetry: false }],
    ['Shop.Fail_redirect', {}, { message: 'The app refused the call with status 302.', canRetry: false }],
    ['Shop.Fail_picture', {}, { message: 'The tool failed unexpectedly.', canRetry: false }],
  ])('%s becomes the error of the tool', async (id, input, failure) => {
    const result = await client.call(id, input);
    expect(result).toMatchObject({ kind: 'failed', failure });
    expect(JSON.stringify(result)).not.toMatch(/hunter2|ECONNREFUSED/);
    const viaMcp = await mcp.callTool({ name: id.replace('.', '_'), arguments: input });
    expect(viaMcp.isError).toBe(true);
    expect(JSON.stringify(viaMcp.content)).toContain(failure.message);
  });

  it('are aborted by the timeout of the tool', async () => {
    expect(await client.call('Shop.Slow')).toMatchObject({ kind: 'failed' });
    await expect.poll(() => shop.hooks).toContain('aborted');
  });

  it('see an anonymous caller if no credentials are passed on', async () => {
    const other = await startShop(create, {});
    try {
      const result = await createClient({ url: `${other.url}/ai` }).call('Shop.WhoAmI');
      expect(result).toMatchObject({ kind: 'failed', failure: { message: 'Please sign in.', canRetry: false } });
      expect(other.hooks).toEqual(['onRequest anonymous', 'onSend GET']);
    } finally {
      await other.app.close();
    }
  });
});

describe('routes as tools', () => {
  const handler = async (): Promise<object> => ({});
  const tool = { id: 'A.B', description: 'A tool.' };
  const read = (add: (app: FastifyInstance) => void, options = {}): (() => unknown) => {
    const app = fastify();
    const readTools = toolsFromRoutes(app, options);
    add(app);
    return readTools;
  };

  it('are read after all routes were added', () => {
    const app = fastify();
    expect(toolsFromRoutes(app)).toThrow('Call it before you add routes, and read the tools after. (TW_ROUTE_ORDER)');
    expect(() => app.get('/late', { config: { tool } }, handler)).toThrow(
      'GET /late was added after the tools were read. Read them last, for example after await app.after(). (TW_ROUTE_ORDER)',
    );
    expect(() => app.get('/other', handler)).not.toThrow();
  });

  it('have one field of a name', () => {
    const id = { type: 'object', properties: { id: { type: 'string' } } };
    expect(read((app) => app.post('/a/:id', { schema: { body: id }, config: { tool } }, handler))).toThrow(
      "'id' is in params and body of POST /a/:id, and a tool has one field of a name. Rename one of them. (TW_ROUTE_FIELD)",
    );
  });

  it.each([
    ['a wildcard', (app: FastifyInstance) => app.get('/files/*', { config: { tool } }, handler), 'TW_ROUTE_TOOL'],
    ['only HEAD', (app: FastifyInstance) => app.head('/h', { config: { tool } }, handler), 'TW_ROUTE_TOOL'],
    ['several methods', (app: FastifyInstance) => app.all('/any', { config: { tool } }, handler), 'TW_ROUTE_TOOL'],
    [
      'no JSON body',
      (app: FastifyInstance) =>
        app.post('/up', { schema: { body: { content: { 'text/csv': { schema: {} } } } }, config: { tool } }, handler),
      'TW_ROUTE_TOOL',
    ],
    [
      'a querystring without fields',
      (app: FastifyInstance) => app.get('/q', { schema: { querystring: { anyOf: [] } }, config: { tool } }, handler),
      'TW_ROUTE_SCHEMA',
    ],
    [
      'a reference to an unknown schema',
      (app: FastifyInstance) => app.get('/r', { schema: { querystring: { $ref: 'x#' } }, config: { tool } }, handler),
      'TW_ROUTE_SCHEMA',
    ],
    [
      'a reference to an unknown $id',
      (app: FastifyInstance) =>
        app.post('/i', { schema: { body: { items: { $ref: '#x' } } }, config: { tool } }, handler),
      'TW_ROUTE_SCHEMA',
    ],
    [
      'a schema that JSON cannot represent',
      (app: FastifyInstance) =>
        app.get(
          '/z',
          { schema: { response: { 200: z.object({ at: z.map(z.string(), z.string()) }) } }, config: { tool } },
          handler,
        ),
      'TW_ROUTE_SCHEMA',
    ],
    [
      'a schema of a library without JSON Schema',
      (app: FastifyInstance) =>
        app.get('/v', { schema: { querystring: { '~standard': { vendor: 'old' } } }, config: { tool } }, handler),
      'TW_ROUTE_SCHEMA',
    ],
    ['no ID', (app: FastifyInstance) => app.get('/n', { config: { tool: {} } }, handler), 'TW_TOOL_ID'],
    [
      'a misspelled field',
      (app: FastifyInstance) => app.get('/m', { config: { tool: { ...tool, scope: [] } } }, handler),
      'TW_OPTION_UNKNOWN',
    ],
  ])('with %s are rejected at startup', (_, add, code) => {
    expect(read(add)).toThrow(`(${code})`);
  });

  it.each(versions)('are not made of the HEAD route that $name adds to a GET route', async ({ create }) => {
    const app = create();
    const readTools = toolsFromRoutes(app);
    await app.register(async (shop) => shop.get('/', { config: { tool } }, handler), { prefix: '/shop' });
    expect(app.hasRoute({ method: 'HEAD', url: '/shop' })).toBe(true);
    expect(readTools()).toHaveLength(1);
  });

  it.each([
    ['before', ['HEAD', 'GET'] as const],
    ['after', ['GET', 'HEAD'] as const],
  ])('are not made of a HEAD route %s the GET route with the same URL and tool', (_, methods) => {
    const app = fastify();
    const readTools = toolsFromRoutes(app);
    for (const method of methods) app.route({ method, url: '/a', config: { tool }, handler, exposeHeadRoute: false });
    expect(readTools().map(({ id }) => id)).toEqual(['A.B']);
  });

  it('are rejected for a HEAD route with the tool of another URL', () => {
    const add = (app: FastifyInstance): void => {
      app.get('/a', { config: { tool } }, handler);
      app.head('/b', { config: { tool } }, handler);
    };
    expect(read(add)).toThrow("HEAD /b returns no body, so it can't be a tool. Mark its GET route. (TW_ROUTE_TOOL)");
  });

  it('use an option for all routes where the tool of a route has undefined', () => {
    const app = fastify();
    const readTools = toolsFromRoutes(app, { toolkit: 'Shop' });
    const config = { tool: { description: 'Pings.', toolkit: undefined } };
    const schema: object = { operationId: 'ping' };
    app.get('/ping', { schema, config }, () => 'pong');
    expect(readTools().map(({ id }) => id)).toEqual(['Shop.Ping']);
  });

  it('reject an unknown option', () => {
    expect(() => toolsFromRoutes(fastify(), { header: {} } as never)).toThrow("Did you mean 'headers'?");
  });
});
