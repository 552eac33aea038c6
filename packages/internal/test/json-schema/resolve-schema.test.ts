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

test('keywords next to $ref are joined with those that it refers to, as next to allOf', () => {
  const zip = { properties: { zip: { type: 'string' } }, required: ['zip'] };
  const [byReference, byAllOf] = [
    { $ref: '#/$defs/address', ...zip, allOf: [{ minProperties: 2 }] },
    { allOf: [{ $ref: '#/$defs/address' }, { minProperties: 2 }], ...zip },
  ].map((schema) => resolveSchema(schema, { $defs: { address: { ...address, allOf: [{ minProperties: 1 }] } } }));
  expect(byReference).toEqual({
    ...address,
    minProperties: 2,
    properties: { ...zip.properties, ...address.properties },
    required: ['zip', 'city'],
  });
  expect(byReference).toEqual(byAllOf);
});

test('a property that several parts require is required once', () => {
  expect(resolveSchema({ allOf: [address, { required: ['zip', 'city'] }] }, {})['required']).toEqual(['city', 'zip']);
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

test.each([
  [{ type: 'integer', minimum: 10 }, { minimum: 0 }],
  [{ exclusiveMaximum: 3 }, { exclusiveMaximum: 5 }],
  [
    { minLength: 4, maxLength: 6 },
    { minLength: 2, maxLength: 9 },
  ],
  [
    { minItems: 2, maxItems: 3 },
    { minItems: 1, maxItems: 9 },
  ],
  [{ enum: ['a'] }, { enum: ['a', 'b', 'c'] }],
  [{ const: 'a' }, { enum: ['a', 'b', 'c'] }],
  [{ type: 'object', additionalProperties: false }, { additionalProperties: true }],
])('%j is stricter than %j, next to allOf and inside it', (strict, loose) => {
  expect(resolveSchema({ ...strict, allOf: [loose] }, {})).toEqual(strict);
  expect(resolveSchema({ ...loose, allOf: [strict] }, {})).toEqual(strict);
});

test('keywords next to allOf take precedence over those inside if they exclude each other', () => {
  const oneOf = [
    { type: 'object', title: 'A' },
    { type: 'object', title: 'B' },
  ];
  const email = { type: 'string', format: 'email' };
  expect(resolveSchema({ ...email, allOf: [{ format: 'uri' }] }, {})).toEqual(email);
  const choice = { type: 'object', oneOf };
  expect(resolveSchema({ ...choice, allOf: [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }] }, {})).toEqual(
    choice,
  );
  expect(resolveSchema({ allOf: [{ const: 'x' }, { enum: ['y'] }] }, {})).toEqual({ const: 'y' });
});

test.each([
  [{ enum: ['a'] }, { type: 'string' }],
  [{ type: 'string' }, { enum: ['a'] }],
])('items %j next to allOf and %j inside it are joined', (next, inside) => {
  const { items } = resolveSchema({ type: 'array', items: next, allOf: [{ items: inside }] }, {});
  expect(resolveSchema(items, {})).toEqual({ type: 'string', enum: ['a'] });
});

test('the only possible alternative is taken, with and without allOf', () => {
  const schema = { type: 'string', title: 'Name', default: 3, anyOf: [{ minLength: 2, title: 'A' }, { type: 'null' }] };
  const expected = { type: 'string', title: 'Name', minLength: 2 };
  expect(resolveSchema(schema, {})).toEqual(expected);
  expect(resolveSchema({ ...schema, allOf: [{}] }, {})).toEqual(expected);
  expect(variantsOf(resolveSchema(schema, {}), {})).toEqual([]);
});

test('alternatives that exclude the schema around them are not variants', () => {
  const schema = { enum: ['a', 'b'], anyOf: [{ const: 'c' }, { const: 'a' }, false, { const: 'b' }] };
  expect(variantsOf(schema, {})).toEqual([{ const: 'a' }, { const: 'b' }]);
});

test('the only possible alternative keeps its annotations if it excludes those around it', () => {
  const inner = { type: 'string', default: 'x', examples: ['y'] };
  expect(resolveSchema({ default: 3, examples: [3], anyOf: [inner] }, {})).toEqual(inner);
});
