import type { ToolInfo } from '@toolwire/core';
import { expect, test } from 'vitest';
import { type OtcOptions, otc } from '../src/index.ts';
import { bodyOf, requestOf } from './requests.ts';

const add: ToolInfo = {
  id: 'Calculator.Add',
  version: '1.0.0',
  name: 'Calculator_Add',
  title: 'Add',
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
  outputSchema: null,
  deprecation: {},
};

async function documentOf(openApi: OtcOptions['openApi'], tools: readonly ToolInfo[], options: OtcOptions = {}) {
  const route = otc({ ...options, openApi, prefix: '/v1' }).routes.find(({ path }) => path === '/v1/openapi.json');
  const exchange = await route?.accept(requestOf({ ok: true, value: undefined }));
  if (exchange?.op !== 'list') throw new Error('The document was not answered');
  return bodyOf(exchange.reply({ tools }));
}

test('the OpenAPI document has an operation for each tool of the page', async () => {
  expect(await documentOf(true, [])).toMatchObject({
    info: { title: 'Tools', version: '1.0.0' },
    servers: [{ url: '.' }],
  });
  const paths = (await documentOf(true, [add]))['paths'] as object;
  expect(paths).toMatchObject({
    '/tools/call#Calculator.Add-1.0.0': {
      post: { operationId: 'Calculator.Add-1.0.0', summary: 'Add', description: 'Adds two numbers.', deprecated: true },
    },
  });
});

test.each<[OtcOptions, readonly string[]]>([
  [{}, ['200', '400', '422']],
  [{ httpStatuses: 'rich' }, ['200', '400', '401', '413', '415', '422', '429', '500', '503']],
])('the OpenAPI document has the statuses of calls with %j', async (options, statuses) => {
  const { paths } = (await documentOf(true, [add], options)) as {
    paths: Record<string, { post: { responses: object } }>;
  };
  expect(Object.keys(paths['/tools/call#Calculator.Add-1.0.0']?.post.responses ?? {})).toEqual(statuses);
});

test.each<[string, object, object]>([
  ['pointers', {}, { properties: { next: { $ref: '#/components/schemas/Calculator.Add-1.0.0.input' } } }],
  [
    'pointers, and an identifier',
    { $id: 'https://example.com/node' },
    { properties: { next: { $ref: '#/components/schemas/Calculator.Add-1.0.0.input' } } },
  ],
  ['an identifier', { $id: 'node', properties: { next: { $ref: 'node' } } }, { properties: { next: {} } }],
  [
    'an anchor',
    { properties: { next: { $ref: '#node' } }, $defs: { node: { $anchor: 'node' } } },
    { properties: { next: {} } },
  ],
  [
    'an inner identifier',
    { $defs: { node: { $id: 'https://example.com/node', properties: { next: { $ref: '#' } } } } },
    { properties: { next: {} } },
  ],
])('the OpenAPI document has only references that lead to its components: %s', async (_, more, component) => {
  const inputDocument = { type: 'object', properties: { next: { $ref: '#' } }, ...more };
  const inputSchema = { type: 'object', properties: { next: {} } };
  const { components } = await documentOf(true, [{ ...add, inputSchema, inputDocument }]);
  expect(components).toHaveProperty(['schemas', 'Calculator.Add-1.0.0.input'], { type: 'object', ...component });
});

test('the OpenAPI document has the title, the version and the URL of the options', async () => {
  const info = { title: 'Shop', version: '2.0.0', url: 'https://tools.example.com' };
  expect(await documentOf(info, [])).toMatchObject({
    info: { title: 'Shop', version: '2.0.0' },
    servers: [{ url: 'https://tools.example.com' }],
  });
});

test('the OpenAPI document is served only if it is turned on', () => {
  for (const openApi of [undefined, false]) {
    expect(otc({ openApi }).routes.map(({ path }) => path)).not.toContain('/openapi.json');
  }
  expect(() => otc({ openApi: { titel: 'Shop' } as object })).toThrow("Did you mean 'title'?");
});
