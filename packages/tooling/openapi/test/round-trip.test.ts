import { compareSchemas, diffListings, type JsonSchema, listingAsOpenApi } from '@toolwire/contract';
import { isObject } from '@toolwire/internal';
import { schemas } from '@toolwire/internal/testing';
import fc from 'fast-check';
import type { ToolDefinition } from 'toolwire';
import { describe, expect, it } from 'vitest';
import { readOpenApi, toolsFromOpenApi } from '../src/index.ts';
import { importSource } from '../src/source.ts';
import { firstImport } from './first-import.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const node = { $ref: '#/$defs/Node' };

const inputs: Readonly<Record<string, object>> = {
  'plain fields': object(
    { name: { ...text, minLength: 1, description: 'The name.' }, size: { enum: ['s', 'm'], default: 's' } },
    { required: ['name'], additionalProperties: false },
  ),
  'a choice': object({ to: { anyOf: [text, object({ id: { type: 'integer' } }), { type: 'null' }] } }),
  'a tuple': object({ point: { type: 'array', prefixItems: [text, { type: 'number' }], minItems: 2, maxItems: 2 } }),
  definitions: object({ a: node, b: { $ref: '#/$defs/Other~1Name' } }, { $defs: { Node: text, 'Other/Name': node } }),
  'older definitions': object({ a: { $ref: '#/definitions/a' } }, { definitions: { a: { type: 'integer' } } }),
  'a schema that contains itself': object({ root: node }, { $defs: { Node: object({ children: { items: node } }) } }),
  'a reference as the whole': { ...node, $defs: { Node: object({ a: { $ref: '#/$defs/%4Eode' } }) } },
  'similar names': object(
    { a: { $ref: '#/$defs/a b' }, b: { $ref: '#/$defs/a_b' } },
    { $defs: { 'a b': text, a_b: {} } },
  ),
  'a reference to the whole': object({ or: { type: 'array', items: { $ref: '#' } } }),
  'a reference to a part': object({ a: text, b: { $ref: '#/properties/a' } }),
  'fields called as keywords': object({ $ref: text, properties: text, const: { const: { $ref: '#' } } }),
};

const listed = (id: string, input: unknown, output: unknown, version = '1.0.0') => ({
  id: `${id}@${version}`,
  version,
  description: `Describes ${id}.`,
  input_schema: { parameters: input },
  output_schema: output,
});

/** The tools of an export, after an import. */
async function roundTrip(tools: readonly object[]) {
  const document = listingAsOpenApi({ tools }, { url: 'https://tools.example.com', title: 'Shop' });
  const options = { include: { paths: ['/*'] }, responses: 'strict', toolkit: 'Shop', validate: false } as const;
  const imported = await toolsFromOpenApi(document, options);
  expect(imported.unsupported).toEqual([]);
  return imported.tools;
}

/** A part of a schema, with the definitions of the whole. */
function partOf(schema: unknown, ...fields: readonly string[]): JsonSchema {
  if (!isObject(schema)) throw new Error('The tool has no JSON Schema.');
  const part = fields.reduce<unknown>(
    (one, field) => isObject(one) && isObject(one['properties']) && one['properties'][field],
    schema,
  );
  return isObject(part) ? { ...part, $defs: schema['$defs'] ?? {} } : part !== false;
}

const inputOf = ({ input }: ToolDefinition) => partOf(input, 'body', 'request', 'input');
const outputOf = ({ output }: ToolDefinition) => partOf(output, 'result', 'value');

function expectSame(one: JsonSchema, other: JsonSchema): void {
  expect(compareSchemas(one, other)).toEqual({ verdict: 'yes' });
  expect(compareSchemas(other, one)).toEqual({ verdict: 'yes' });
}

describe('an exported listing', () => {
  it.each(Object.entries(inputs))('has the same schemas after an import: %s', async (_, schema) => {
    const [tool] = await roundTrip([listed('Shop.Order', schema, schema)]);
    if (tool === undefined) throw new Error('The tool is missing.');
    expectSame(inputOf(tool), schema as JsonSchema);
    expectSame(outputOf(tool), schema as JsonSchema);
  });

  it('has the same schemas after an import, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(schemas, async (schema) => {
        const [tool] = await roundTrip([listed('Shop.Order', object({}), schema)]);
        const imported = partOf(tool?.output, 'result', 'value');
        expect(compareSchemas(imported, schema).verdict).not.toBe('no');
        expect(compareSchemas(schema, imported).verdict).not.toBe('no');
      }),
      { numRuns: 30 },
    );
  });

  it('has the same IDs, versions, descriptions and annotations after an import', async () => {
    const order = { ...listed('Shop.Order', object({}), {}, '2.1.0'), title: 'Order', annotations: { readOnly: true } };
    const tools = await roundTrip([order, listed('Shop.Cancel', object({}), null, '0.1.0')]);
    expect(tools).toMatchObject([
      {
        id: 'Shop.Order',
        version: '2.1.0',
        title: 'Order',
        description: 'Describes Shop.Order.',
        annotations: { readOnly: true },
      },
      { id: 'Shop.Cancel', version: '0.1.0' },
    ]);
  });

  it('follows the OpenAPI specification', async () => {
    const tools = Object.values(inputs).map((schema, index) => listed(`Shop.Order${index}`, schema, schema));
    for (const each of [[], tools]) {
      expect(await readOpenApi(listingAsOpenApi({ tools: each }))).toMatchObject({ problems: [], unsupported: [] });
    }
  });

  it('has the same changes as its import', async () => {
    const earlier = { tools: [listed('Shop.Order', object({ a: text }), text)] };
    const later = { tools: [listed('Shop.Order', object({ a: text }, { required: ['a'] }), text, '2.0.0')] };
    const config = { document: 'shop.json', include: { paths: ['/*'] }, toolkit: 'Shop' };
    const first = await importSource(listingAsOpenApi(earlier), { config, ...firstImport });
    const { diff } = await importSource(listingAsOpenApi(later), { config, ...firstImport, lock: first.lock });
    const [change] = diffListings(earlier, later).tools;
    expect(diff.tools).toMatchObject([{ id: change?.id, bump: change?.bump, from: '1.0.0', to: '2.0.0' }]);
  });
});
