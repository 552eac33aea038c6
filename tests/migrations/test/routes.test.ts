import { createClient } from '@toolwire/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Started, start } from '../src/start.ts';

const requests: readonly (readonly [method: string, path: string, body?: string])[] = [
  ['GET', '/orders/A-17'],
  ['GET', '/orders/B-1'],
  ['PUT', '/orders/B-1', '{"item":"milk","quantity":3}'],
  ['GET', '/orders/B-1'],
  ['PUT', '/orders/B-1', '{"item":"milk"}'],
  ['PUT', '/orders/B-1', '{"item":7,"quantity":3}'],
  ['PUT', '/orders/B-1', '{}'],
  ['DELETE', '/orders/B-1'],
  ['GET', '/orders'],
];

let sides: readonly Started[] = [];
beforeAll(async () => {
  sides = await Promise.all([start('express-routes', 'before'), start('express-routes', 'after')]);
});
afterAll(() => Promise.all(sides.map(({ stop }) => stop())));

test('after the guide from Express routes, the app responds to every request as before', async () => {
  const [before, after] = await Promise.all(
    sides.map(async ({ url }) => {
      const answers = [];
      for (const [method, path, body] of requests) {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
        const { status } = answer;
        answers.push([method, path, body, status, answer.headers.get('content-type'), await answer.text()]);
      }
      return answers;
    }),
  );
  expect(after).toEqual(before);
  expect(before?.map(([, , , status]) => status)).toEqual([200, 404, 200, 200, 400, 400, 400, 404, 404]);
});

test('and it also has tools for models, which do the same as the routes', async () => {
  const client = createClient({ url: `${sides[1]?.url}/ai` });
  const placed = await client.call('Orders.Place', { number: 'C-2', item: 'tea', quantity: 1 });
  expect(placed).toMatchObject({ kind: 'value', value: { item: 'tea', quantity: 1 } });
  const answer = await fetch(`${sides[1]?.url}/orders/C-2`);
  expect(await answer.json()).toEqual({ item: 'tea', quantity: 1 });
});
