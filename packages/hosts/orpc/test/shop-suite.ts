import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Client, createClient } from '@toolwire/client';
import type { ToolDefinition, ToolFailure } from '@toolwire/core';
import { mcp } from '@toolwire/mcp';
import { createNodeHandler } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

interface Served {
  readonly server: ToolServer;
  /** A client of Open Tool Calling. */
  readonly client: Client;
  /** The official client of MCP. */
  readonly mcpClient: McpClient;
  readonly close: () => Promise<void>;
}

/** Serves tools over both protocols, and connects a client of each, both signed in as the user. */
async function serve(tools: readonly ToolDefinition[], user: string | undefined): Promise<Served> {
  const server = createToolServer({ tools, wires: [otc(), mcp()], validator: ajv(), logger: silentLogger });
  const handle = createNodeHandler(server, {
    principal: ({ headers }) => (headers.authorization === undefined ? undefined : { id: headers.authorization }),
  });
  const http = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const send: typeof fetch = (target, init) => {
    const headers = new Headers(init?.headers);
    if (user !== undefined) headers.set('authorization', user);
    return fetch(target, { ...init, headers });
  };
  const mcpClient = new McpClient({ name: 'test', version: '1' });
  await mcpClient.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { fetch: send }));
  return {
    server,
    client: createClient({ url, fetch: send, retry: false }),
    mcpClient,
    close: async () => {
      await mcpClient.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

type FailureCase = readonly [id: string, input: Record<string, unknown>, failure: ToolFailure];

/** The shop app in one library, and the errors that differ between libraries. */
export interface ShopSuite {
  readonly library: string;
  readonly toolsOfShop: () => Promise<readonly ToolDefinition[]>;
  /** The steps of the middleware; emptied before each test. */
  readonly steps: string[];
  /** The message for input that a schema behind the middleware rejects. */
  readonly rejection: string;
  readonly failures: readonly FailureCase[];
}

const commonFailures: readonly FailureCase[] = [
  [
    'Orders.Find',
    { id: 404 },
    { message: 'There is no order 404.', developerMessage: 'Status 404, code NOT_FOUND.', canRetry: false },
  ],
  ['Failures.Conflict', {}, { message: 'The order has been sent.', canRetry: false }],
  ['Failures.Busy', {}, { message: 'Too many orders.', canRetry: true }],
  ['Failures.Down', {}, { message: 'The app is unavailable.', canRetry: true }],
  ['Failures.Broken', {}, { message: 'The tool failed unexpectedly.', canRetry: false }],
  ['Failures.Crash', {}, { message: 'The tool failed unexpectedly.', canRetry: false }],
  ['Failures.Tool', {}, { message: 'A tool error.', canRetry: true }],
];

/** Tests the tools of the shop app, which is the same in each library of procedures. */
export function describeShop({ library, toolsOfShop, steps, rejection, failures }: ShopSuite): void {
  describe(`the 20 procedures of an app of ${library}`, () => {
    let served: Served;
    beforeAll(async () => {
      served = await serve(await toolsOfShop(), 'ada');
    });
    beforeEach(() => {
      steps.length = 0;
    });
    afterAll(() => served.close());

    it('are 20 tools over both protocols, and no other procedure is one', async () => {
      const listed = await served.client.list();
      const { tools } = await served.mcpClient.listTools();
      expect(listed.kind === 'listed' && listed.tools).toHaveLength(20);
      expect(tools).toHaveLength(20);
      expect(JSON.stringify(tools)).not.toContain('secret');
    });

    it('have the descriptions and schemas of their procedures, and IDs from their paths', async () => {
      const { tools } = await served.mcpClient.listTools();
      expect(tools.find(({ name }) => name === 'Orders_Find')).toMatchObject({
        title: 'Find an order',
        description: 'Finds an order by its number.',
        annotations: { readOnlyHint: true },
        inputSchema: { properties: { id: { type: 'number', description: 'The number of the order.' } } },
        outputSchema: { properties: { item: { type: 'string' } }, required: ['id', 'item'] },
      });
      const ids = served.server.tools.map(({ id, version }) => `${id}@${version}`);
      expect(ids).toEqual(
        expect.arrayContaining(['Orders.Place@2.1.0', 'Customers.ByName@1.0.0', 'ReportsDaily.Build@1.0.0']),
      );
      expect(served.server.tools.find(({ id }) => id === 'Orders.Cancel')).toMatchObject({
        deprecation: {},
        annotations: { destructive: true },
      });
    });

    it.each([
      ['Orders.Find', { id: 7 }, { id: 7, item: 'tea' }],
      ['Orders.List', { tags: ['new'] }, { limit: 10, tags: ['new'] }],
      ['Orders.Place', { item: 'tea', amount: '3' }, { item: 'TEA', amount: 3, at: '1970-01-01T00:00:00.000Z' }],
      ['Orders.Price', { id: 7 }, '250 ct'],
      ['Orders.Reserve', { item: 'tea' }, 'tea'],
      ['Customers.Me', {}, 'ada'],
      ['Customers.ByName', { name: 'Ada' }, { name: 'Ada' }],
      ['ReportsDaily.Build', {}, { orders: 3 }],
      ['Reports.Weekly', {}, { aborted: false }],
    ])('%s runs with its middleware, and validates once', async (id, input, value) => {
      expect(await served.client.call(id, input)).toMatchObject({ kind: 'value', value });
      expect(steps).toEqual(['auth ada']);
      const result = await served.mcpClient.callTool({ name: id.replace('.', '_'), arguments: input });
      expect(result.isError).not.toBe(true);
      expect(JSON.stringify(result)).toContain(String(typeof value === 'string' ? value : Object.values(value).at(-1)));
    });

    it('reject input that its schema excludes before the middleware runs', async () => {
      expect(await served.client.call('Orders.Find', { id: 'seven' })).toMatchObject({ kind: 'invalid' });
      expect(steps).toEqual([]);
    });

    it('run the checks of a schema behind the middleware', async () => {
      const result = await served.client.call('Orders.Reserve', { item: 'gold' });
      expect(result).toMatchObject({
        kind: 'failed',
        failure: { message: rejection, additionalPromptContent: 'item: Gold is not for sale.' },
      });
      expect(steps).toEqual(['auth ada']);
    });

    it.each([...commonFailures, ...failures])('%s keeps its error', async (id, input, failure) => {
      const result = await served.client.call(id, input);
      expect(result).toMatchObject({ kind: 'failed', failure });
      expect(JSON.stringify(result)).not.toMatch(/hunter2|ECONNREFUSED/);
      const viaMcp = await served.mcpClient.callTool({ name: id.replace('.', '_'), arguments: input });
      expect(viaMcp.isError).toBe(true);
      expect(JSON.stringify(viaMcp.content)).toContain(failure.message);
    });

    it('deny an anonymous caller as the app does', async () => {
      const anonymous = await serve(await toolsOfShop(), undefined);
      try {
        expect(await anonymous.client.call('Customers.Me')).toMatchObject({
          kind: 'failed',
          failure: { message: 'Please sign in.', canRetry: false },
        });
        expect(steps).toEqual(['auth anonymous']);
      } finally {
        await anonymous.close();
      }
    });
  });
}
