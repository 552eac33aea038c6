import { expect, it } from 'vitest';
import { importSource, listOperations, readOpenApi } from '../src/source.ts';
import { firstImport } from './first-import.ts';

const documentWith = (path: string, schema: object = {}, schemas: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    [path]: {
      parameters: [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => ({ name, in: 'path', required: true })),
      get: {
        summary: 'Lists lines.',
        responses: { 200: { description: '', content: { 'application/json': { schema } } } },
      },
    },
  },
  components: { schemas },
});

it.each([
  ['/shops/{shop}/orders/{order}/lines', 'GetShopsOrdersLines'],
  ['/shops/{shop}/orders/{order}', 'GetShopsOrdersOrder'],
  ['/orders/{order}', 'GetOrdersOrder'],
])('names the operation without an ID of %s after its segments and its last variable', async (path, name) => {
  const { operations } = await readOpenApi(documentWith(path), { validate: false });
  expect(operations.map((one) => one.name)).toEqual([name]);
});

it('lists an operation without an ID once, under the name that --operation takes', async () => {
  const document = await readOpenApi(documentWith('/orders/{order}'), { validate: false });
  expect(listOperations(document, {}).text).toBe('Without a tag (1)\n  get /orders/{order}  Lists lines.\n');
});

it('omits the output of a recursive result whose published levels would be too long', async () => {
  const fields = (count: number, schema: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, schema]));
  const wide = { type: 'object', properties: fields(20, { $ref: '#/components/schemas/Node' }) };
  const include = { paths: ['/*'] };
  const importOf = (schema: object) =>
    importSource(documentWith('/nodes', { $ref: '#/components/schemas/Node' }, { Node: schema }), {
      config: { document: 'api.json', include, baseUrl: 'https://api.example.com' },
      ...firstImport,
    });
  const large = await importOf(wide);
  expect(large.advice.join('\n')).toContain('a result too large to describe, so the output schema is omitted');
  const small = await importOf({ type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } });
  expect(small.advice.join('\n')).not.toContain('too large to describe');
});

it('imports a schema whose default value looks like a reference to the schema', async () => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } };
  const operation = { operationId: 'save', requestBody: { content }, responses: { 200: { description: '', content } } };
  const schema = { type: 'object', default: { $ref: '#/$defs/Node' } };
  const document = {
    ...documentWith('/unused', {}, { Node: { type: 'object', properties: { schema } } }),
    paths: { '/s': { post: operation } },
  };
  const config = { document: 'api.json', include: { paths: ['/*'] }, baseUrl: 'https://api.example.com' };
  const { unsupported, files } = await importSource(document, { config, ...firstImport });
  expect(unsupported).toEqual([]);
  expect(JSON.stringify(files)).toContain("default: { $ref: '#/$defs/Node' }");
});
