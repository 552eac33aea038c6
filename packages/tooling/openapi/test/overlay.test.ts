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
  '$.paths["/orders"].get.parameters[1,0]',
  '$.paths["/orders"].get.parameters[0,0,1,1]',
  '$.paths["/orders"].get.parameters[1,0,1]',
])('removes the items of %s once each, in any order', async (target) => {
  const third = { target: '$.paths["/orders"].get.parameters', update: { name: 'c', in: 'query' } };
  const { operations } = await read({ overlay: '1.0.0', actions: [third, { target, remove: true }] });
  expect(operations[0]?.parameters.map(({ name }) => name)).toEqual(['c']);
});

it('changes only the target where YAML aliases share a value', async () => {
  const shared = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /a: { get: &operation { summary: One., responses: {} } }
  /b: { get: *operation }
`;
  const overlay = `
overlay: 1.0.0
actions:
  - { target: '$.paths["/a"].get', update: { summary: Two. } }
  - { target: '$.paths.*', update: { post: &post { summary: Three., responses: {} }, put: *post } }
  - { target: '$.paths["/a"].post', update: { summary: Four. } }
`;
  const { operations } = await readOpenApi(shared, { validate: false, overlays: [overlay] });
  expect(operations.map(({ id, summary }) => [id, summary])).toEqual([
    ['get /a', 'Two.'],
    ['put /a', 'Three.'],
    ['post /a', 'Four.'],
    ['get /b', 'One.'],
    ['put /b', 'Three.'],
    ['post /b', 'Three.'],
  ]);
});

it('finds the targets in a document with 100 levels', async () => {
  const nested = Array.from({ length: 100 }).reduce<object>((inner) => ({ inner }), { summary: 'One.' });
  const overlay = { overlay: '1.0.0', actions: [{ target: '$..summary', update: 'Two.' }] };
  const get = { operationId: 'get', summary: 'One.', responses: {}, 'x-nested': nested };
  const { operations } = await readOpenApi(
    { ...document, paths: { '/a': { get } } },
    { validate: false, overlays: [overlay] },
  );
  expect(operations.map(({ summary }) => summary)).toEqual(['Two.']);
});

it('refuses a target that visits more than 1000 levels, and names the overlay', async () => {
  const nested = Array.from({ length: 2000 }).reduce<object>((inner) => ({ inner }), {});
  const overlay = { overlay: '1.0.0', actions: [{ target: '$..summary', update: 'Two.' }] };
  await expect(
    readOpenApi({ ...document, 'x-nested': nested }, { validate: false, overlays: [overlay] }),
  ).rejects.toMatchObject({
    code: 'TW_OPENAPI_OVERLAY',
    message: expect.stringContaining(
      "Overlay 1: the document has too many levels for the target '$..summary'.",
    ) as unknown,
  });
});

const refused: readonly (readonly [object, string])[] = [
  [{ overlay: '2.0.0', actions: [] }, 'Overlay 1 must be an OpenAPI Overlay 1.0'],
  [{ overlay: '1.0.0', actions: [{}] }, 'Overlay 1: action 1 must have a target'],
  [{ overlay: '1.1.0', actions: [] }, 'Overlay 1 must be an OpenAPI Overlay 1.0'],
  ...[{}, { remove: false }, { update: null }].map(
    (action) =>
      [
        { overlay: '1.0.0', actions: [{ target: '$.info', ...action }] },
        'Overlay 1: action 1 must have update, or remove: true.',
      ] as const,
  ),
  ...[{ copy: '$.info' }, { copy: '$.info', update: {} }].map(
    (action) =>
      [
        { overlay: '1.0.0', actions: [{ target: '$.info', ...action }] },
        "Overlay 1: action 1 has the field 'copy', which isn't part of Overlay 1.0.",
      ] as const,
  ),
  [{ overlay: '1.0.0', actions: [{ target: '$[', remove: true }] }, 'is not a JSONPath'],
  ...[{ remove: true }, { update: 'x' }, { update: [] }].map(
    (action) =>
      [
        { overlay: '1.0.0', actions: [{ target: '$', ...action }] },
        "Overlay 1: the target '$' is the whole document, which can't be removed. Its update must be an object.",
      ] as const,
  ),
  [{ overlay: '1.0.0', actions: [{ target: '$.paths["/order"]', remove: true }] }, 'matches nothing in the document'],
];

it.each(refused)('refuses %j', async (overlay, message) => {
  const told: unknown = expect.stringContaining(message);
  await expect(read(overlay)).rejects.toMatchObject({ code: 'TW_OPENAPI_OVERLAY', message: told });
});

it("mentions 'copy' only for an action that has it", async () => {
  const overlay = { overlay: '1.0.0', actions: [{ target: '$.info' }] };
  await expect(read(overlay)).rejects.not.toThrow('copy');
});

it('has a cause only if another error caused the refusal', async () => {
  const errorOf = (overlay: object): Promise<unknown> => read(overlay).catch((thrown: unknown) => thrown);
  // Node prints a cause that is present, even if it is undefined.
  expect(await errorOf({ overlay: '2.0.0', actions: [] })).not.toHaveProperty('cause');
  const invalid = { overlay: '1.0.0', actions: [{ target: '$[', remove: true }] };
  expect(await errorOf(invalid)).toHaveProperty('cause', expect.any(Error));
});
