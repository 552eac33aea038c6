import { expect, test } from 'vitest';
import { resolveSchema, variantsOf } from '../../src/json-schema/index.ts';

const address = {
  title: 'Address',
  description: 'Any address.',
  type: 'object',
  properties: { city: { type: 'string', minLength: 1 } },
  required: ['city'],
};

test.each([
  ['$ref', { $ref: '#/$defs/address', description: 'Where to deliver.' }],
  ['allOf', { allOf: [{ $ref: '#/$defs/address' }], description: 'Where to deliver.' }],
])('a description next to %s takes precedence over the one that it refers to', (_, schema) => {
  expect(resolveSchema(schema, { $defs: { address } })).toEqual({ ...address, description: 'Where to deliver.' });
});

test('a property in several parts of allOf has the keywords of all of them', () => {
  const parts = {
    properties: { city: { maxLength: 9 }, zip: { type: 'string' } },
    required: ['zip'],
    allOf: [address],
  };
  const { properties, required } = resolveSchema(parts, {}) as {
    properties: Record<string, object>;
    required: string[];
  };
  expect(Object.keys(properties)).toEqual(['city', 'zip']);
  expect(resolveSchema(properties['city'], {})).toEqual({ type: 'string', minLength: 1, maxLength: 9 });
  expect(required).toEqual(['zip', 'city']);
});

test('an alternative and the schema around it share their properties', () => {
  const schema = { properties: { kind: { type: 'string' } }, oneOf: [{ properties: { kind: { const: 'a' } } }] };
  const [variant] = variantsOf(schema, {}) as { properties: { kind: object } }[];
  expect(resolveSchema(variant?.properties.kind, {})).toEqual({ type: 'string', const: 'a' });
});

test('constraints in allOf narrow the keywords next to it', () => {
  const closed = { additionalProperties: false, properties: { a: {} } };
  expect(resolveSchema({ additionalProperties: true, allOf: [closed] }, {})).toEqual(closed);
  expect(resolveSchema({ type: ['string', 'null'], allOf: [{ type: 'string' }] }, {})).toEqual({ type: 'string' });
  expect(resolveSchema({ type: 'integer', allOf: [{ type: ['number', 'null'] }] }, {})).toEqual({ type: 'integer' });
});

test('an alternative whose type the schema around it excludes is not a variant', () => {
  const schema = { type: 'object', anyOf: [{ type: 'null' }, { type: 'object', title: 'A' }, { title: 'B' }] };
  expect(variantsOf(schema, {})).toEqual([
    { type: 'object', title: 'A' },
    { type: 'object', title: 'B' },
  ]);
});
