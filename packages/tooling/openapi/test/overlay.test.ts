import { expect, it } from 'vitest';
import { readOpenApi } from '../src/index.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        tags: ['orders'],
        parameters: [
          { name: 'a', in: 'query' },
          { name: 'b', in: 'query' },
        ],
        responses: {},
      },
      post: { operationId: 'createOrder', tags: ['orders'], responses: {} },
    },
    '/internal': { get: { operationId: 'internal', responses: {} } },
  },
};
const read = (...overlays: readonly (string | object)[]) => readOpenApi(document, { validate: false, overlays });

it('updates objects, adds to lists, replaces values and removes, in the order of the actions', async () => {
  const { title, operations } = await read(
    `
overlay: 1.0.0
info: { title: For models, version: '1' }
actions:
  - { target: '$.info', update: { title: Orders } }
  - { target: '$.paths["/orders"].*', update: { tags: [safe], x-toolwire: { scopes: ['orders'] } } }
  - { target: '$.paths["/orders"].get.parameters', update: { name: c, in: query } }
  - { target: '$.paths["/orders"].get.parameters[?@.name == "a" || @.name == "b"]', remove: true }
  - { target: '$.paths["/internal"]', remove: true }
`,
    {
      overlay: '1.0.0',
      actions: [{ target: '$.paths["/orders"].post', update: { description: 'Creates an order.' } }],
    },
  );
  expect(title).toBe('Orders');
  expect(operations.map(({ id, tags, description }) => [id, tags, description])).toEqual([
    ['listOrders', ['orders', 'safe'], undefined],
    ['createOrder', ['orders', 'safe'], 'Creates an order.'],
  ]);
  expect(operations[0]?.parameters.map(({ name }) => name)).toEqual(['c']);
  expect(operations[0]?.extension.scopes).toEqual(['orders']);
  expect(document.paths['/orders'].get.parameters).toHaveLength(2);
});

it.each([
  [{ overlay: '2.0.0', actions: [] }, 'Overlay 1 must be an OpenAPI Overlay 1.0'],
  [{ overlay: '1.0.0', actions: [{}] }, 'Overlay 1: action 1 must have a target'],
  [{ overlay: '1.0.0', actions: [{ target: '$[', remove: true }] }, 'is not a JSONPath'],
  [{ overlay: '1.0.0', actions: [{ target: '$.paths["/order"]', remove: true }] }, 'matches nothing in the document'],
])('refuses %j', async (overlay, message) => {
  const told: unknown = expect.stringContaining(message);
  await expect(read(overlay)).rejects.toMatchObject({ code: 'TW_OPENAPI_OVERLAY', message: told });
});
