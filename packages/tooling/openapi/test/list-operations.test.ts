import { expect, it } from 'vitest';
import { listOperations, readOpenApi } from '../src/source.ts';

const responses = { 200: { description: 'Done' } };
const unsupportedBody = { required: true, content: { 'application/x-report': { schema: { type: 'object' } } } };
const document = await readOpenApi({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': { get: { operationId: 'listOrders', summary: 'Lists orders.', responses } },
    '/reports': {
      post: { operationId: 'sendReport', tags: ['Archive'], requestBody: unsupportedBody, responses },
    },
  },
});
const listing = 'Without a tag (1)\n  listOrders  GET /orders  Lists orders.\n';

it.each(['report', 'SEND', '/reports', 'archive', ' post  report '])(
  'a search for "%s" lists a matching unsupported operation with its reason',
  (search) => {
    const { operations, text } = listOperations(document, {}, search);
    expect(operations).toEqual([]);
    expect(text).toMatch(/^Unsupported \(1\)\n {2}sendReport: .*application\/x-report.*\n$/);
  },
);

it.each(['orders', 'get lists'])('a search for "%s" omits other unsupported operations', (search) => {
  expect(listOperations(document, {}, search).text).toBe(listing);
});

it.each(['', ' ', '\t\n'])('a blank search, such as %j, lists every operation', (search) => {
  const { operations, text } = listOperations(document, {}, search);
  expect(operations.map(({ id }) => id)).toEqual(['listOrders']);
  expect(text).toContain(`${listing}\nUnsupported (1)\n  sendReport: `);
});
