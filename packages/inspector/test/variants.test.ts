import { variantsOf } from '@toolwire/internal/json-schema';
import { expect, test } from 'vitest';
import { variantLabel, variantOf } from '../src/page/schema/variants.ts';

const $defs = { A: { const: 'a' }, B: { const: 'b' } };
const inReferences = {
  oneOf: [
    { type: 'object', properties: { kind: { $ref: '#/$defs/A' } } },
    { properties: { kind: { $ref: '#/$defs/B' } } },
  ],
};
const aroundToo = {
  type: 'object',
  properties: { kind: { type: 'string' } },
  oneOf: [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { const: 'b' } } }],
};

test.each([inReferences, aroundToo])('constants of properties distinguish alternatives: %j', (schema) => {
  const variants = variantsOf(schema, { $defs });
  expect(variants.map((variant) => variantLabel(variant, { $defs }))).toEqual([
    'object with kind: "a"',
    'object with kind: "b"',
  ]);
  expect(variantOf({ kind: 'b' }, variants, { $defs })).toBe(1);
});

test('inherited names, such as constructor, are not properties of a value', () => {
  const closed = { type: 'object', properties: { a: {} }, additionalProperties: false };
  const required = { type: 'object', required: ['constructor'] };
  const constant = { type: 'object', properties: { constructor: { const: 'x' } } };
  expect(variantOf({ constructor: 1 }, [closed, required], {})).toBe(1);
  expect(variantOf({}, [required, { type: 'object' }], {})).toBe(1);
  expect(variantOf({}, [constant], {})).toBe(0);
});
