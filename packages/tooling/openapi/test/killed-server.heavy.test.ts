import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@toolwire/client';
import { bundleProgram } from '@toolwire/programs';
import { freePort } from '@toolwire/programs/free-port';
import { startReporting } from '@toolwire/programs/reporting-process';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';

import type { OrderServerSettings } from './order-server.ts';

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

const kills = 20;
const apiMs = 60;

test(`a write happens once, although its server is killed ${kills} times`, async () => {
  const orders = new Map<string, { readonly number: number }>();
  let requests = 0;
  const app = express();
  app.post('/orders', async (request, response) => {
    requests += 1;
    const key = String(request.headers['idempotency-key']);
    const order = orders.get(key) ?? { number: orders.size + 1 };
    orders.set(key, order);
    await wait(apiMs);
    response.status(201).json(order);
  });
  const http = createServer(app);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const settings: OrderServerSettings = {
    document,
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    port: await freePort(),
  };
  const program = bundleProgram(new URL('./order-server.ts', import.meta.url));
  let server = await startReporting(program, settings);
  onTestFinished(() => server.kill());
  for (let number = 1; number <= kills; number += 1) {
    // A client for each call, because one of them has a budget for all retries.
    const client = createClient({
      url: `http://127.0.0.1:${settings.port}`,
      retry: { maxAttempts: 1_000, baseMs: 50, maxBackoffMs: 200 },
    });
    const call = client.call('Orders.CreateOrder', { body: {} });
    // Before the request to the API, while the API works, and after its response.
    await wait((number / kills) * 2 * apiMs);
    await server.kill();
    server = await startReporting(program, settings);
    expect(await call).toMatchObject({ kind: 'value', value: { number } });
    expect(orders.size).toBe(number);
  }
  // Otherwise no kill was in the middle of a write.
  expect(requests).toBeGreaterThan(kills);
});
