import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, createClient } from '@toolwire/client';
import express from 'express';
import { defineTool, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '../src/http.ts';
import { toolsFromOpenApi } from '../src/index.ts';
import { type FlakyProxy, type Loss, startFlakyProxy } from './flaky-proxy.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 201: { description: 'The order.', content: { 'application/json': {} } } },
      },
    },
  },
};

/** The orders of the API, which stores one response for each key. */
const orders: object[] = [];
const responses = new Map<string, object>();
const requests: string[] = [];

const app = express();
app.use((request, _response, next) => {
  requests.push(String(request.headers['idempotency-key']));
  next();
});
app.post('/orders', express.json(), (request, response) => {
  const key = String(request.headers['idempotency-key']);
  const known = responses.get(key);
  if (known !== undefined) return void response.status(201).json(known);
  const order = { number: orders.length + 1 };
  orders.push(order);
  responses.set(key, order);
  response.status(201).json(order);
});

const http = createServer(app);
let toApi: FlakyProxy;
let toServer: FlakyProxy;
let server: Awaited<ReturnType<ReturnType<typeof toolwire>['listen']>>;
let client: Client;

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  toApi = await startFlakyProxy(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const baseUrl = toApi.url;
  const { tools } = await toolsFromOpenApi(document, { include: { paths: ['/*'] }, baseUrl });
  const api = createApi({ baseUrl });
  const imported = defineTool({
    id: 'Orders.CreateImported',
    version: '1.0.0',
    description: 'Creates an order, as toolwire import writes it.',
    run: (_, context) => api.call(context, 'POST', '/orders', { body: {}, isRepeatable: true }),
  });
  server = await toolwire({ tools: [...tools, imported], logger: silentLogger }).listen(0, { closeOnSignals: false });
  toServer = await startFlakyProxy(server.url);
  client = createClient({ url: toServer.url, retry: { baseMs: 1 } });
});
afterAll(async () => {
  await Promise.all([toServer.close(), toApi.close(), server.close()]);
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});
beforeEach(() => {
  orders.length = 0;
  requests.length = 0;
});

/** Whether the API or the server sees the request, and whether the caller of the connection misses the response. */
const losses: readonly (readonly [Loss, { readonly arrives: boolean; readonly isRepeated: boolean }])[] = [
  ['before the request', { arrives: false, isRepeated: true }],
  ['within the request', { arrives: true, isRepeated: true }],
  ['before the response', { arrives: true, isRepeated: true }],
  ['within the response', { arrives: true, isRepeated: true }],
  ['after the response', { arrives: true, isRepeated: false }],
];
const tools = ['Orders.CreateOrder', 'Orders.CreateImported'];
const inputs = new Map([['Orders.CreateOrder', { body: {} }]]);

describe.each(tools)('a write by %s happens once', (tool) => {
  const call = () => client.call(tool, inputs.get(tool) ?? {});

  it.each(losses)('if its connection to the API is lost %s', async (loss, { arrives, isRepeated }) => {
    toApi.loseNext(loss);
    const before = toApi.lost();
    expect(await call()).toMatchObject({ kind: 'value', value: { number: 1 } });
    expect(toApi.lost()).toBe(before + 1);
    expect(orders).toHaveLength(1);
    expect(requests).toHaveLength(Number(arrives) + Number(isRepeated));
    expect(new Set(requests).size).toBe(1);
    // Also on a connection that the API has closed.
    expect(await call()).toMatchObject({ kind: 'value', value: { number: 2 } });
    expect(orders).toHaveLength(2);
  });

  it.each(losses)('if its connection to the server is lost %s', async (loss) => {
    toServer.loseNext(loss);
    const before = toServer.lost();
    expect(await call()).toMatchObject({ kind: 'value', value: { number: 1 } });
    expect(toServer.lost()).toBe(before + 1);
    expect(orders).toHaveLength(1);
    expect(new Set(requests).size).toBe(1);
  });

  it('if both connections are lost', async () => {
    toServer.loseNext('within the response');
    toApi.loseNext('before the response');
    expect(await call()).toMatchObject({ kind: 'value', value: { number: 1 } });
    expect(orders).toHaveLength(1);
    expect(new Set(requests).size).toBe(1);
  });
});
