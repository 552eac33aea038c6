import type { OddSchemas } from './odd-schema.ts';
import { oneParameter } from './one-parameter.ts';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;

/** Objects with unusual members. */
export const objectSchemas: OddSchemas = {
  no_parameters: { input: { type: 'object' }, valid: [{}], wrong: [] },
  no_parameters_closed: { input: { type: 'object', additionalProperties: false }, valid: [{}], wrong: [{ a: 1 }] },
  required_without_schema: { input: { type: 'object', required: ['a'] }, valid: [{ a: 1 }], wrong: [{}] },
  any_members: oneParameter({ type: 'object' }, [{ a: 1 }], ['a']),
  typed_members: oneParameter({ type: 'object', additionalProperties: number }, [{ a: 1 }], [{ a: 'b' }]),
  patterned: oneParameter(
    { type: 'object', patternProperties: { '^x-': number } },
    [{ 'x-a': 1, b: 'c' }],
    [{ 'x-a': 'b' }],
  ),
  patterned_closed: oneParameter(
    { type: 'object', patternProperties: { '^x-': number }, additionalProperties: false },
    [{ 'x-a': 1 }],
    [{ b: 1 }, { 'x-a': 'b' }],
  ),
  short_names: oneParameter({ type: 'object', propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]),
  listed_names: oneParameter(
    { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: number },
    [{ a: 1 }],
    [{ c: 1 }],
  ),
  member_count: oneParameter(
    { type: 'object', minProperties: 1, maxProperties: 2 },
    [{ a: 1 }],
    [{}, { a: 1, b: 1, c: 1 }],
  ),
  dependent_required: oneParameter(
    { type: 'object', properties: { card: text, address: text }, dependentRequired: { card: ['address'] } },
    [{}, { card: 'a', address: 'b' }],
    [{ card: 'a' }],
  ),
  dependent_schemas: oneParameter(
    {
      type: 'object',
      properties: { card: text, age: number },
      dependentSchemas: { card: { properties: { age: { minimum: 18 } }, required: ['age'] } },
    },
    [{ age: 1 }, { card: 'a', age: 18 }],
    [{ card: 'a' }, { card: 'a', age: 17 }],
  ),
  conditional: oneParameter(
    {
      type: 'object',
      properties: { country: text, zip: text },
      required: ['country'],
      if: { properties: { country: { const: 'no' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
      then: { properties: { zip: { pattern: '^[0-9]{4}$' } }, required: ['zip'] },
      else: { properties: { zip: { maxLength: 9 } } },
    },
    [{ country: 'no', zip: '0150' }, { country: 'de' }],
    [{ country: 'no' }, { country: 'no', zip: '1' }, { country: 'de', zip: '1234567890' }],
  ),
  never_a_member: oneParameter({ type: 'object', properties: { a: text, old: false } }, [{ a: 'x' }], [{ old: 1 }]),
  any_member: oneParameter({ type: 'object', properties: { a: true }, required: ['a'] }, [{ a: null }], [{}]),
  unevaluated: oneParameter(
    {
      type: 'object',
      properties: { a: text },
      allOf: [{ type: 'object', properties: { b: number } }],
      unevaluatedProperties: false,
    },
    [{ a: 'x', b: 1 }],
    [{ c: 1 }, { b: 'x' }],
  ),
  odd_names: {
    input: { type: 'object', properties: { $top: { type: 'integer' }, 'filter[x]': text }, required: ['$top'] },
    valid: [{ $top: 1, 'filter[x]': 'a' }],
    wrong: [{}, { $top: 'a' }],
  },
  recursive: {
    input: {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      required: ['root'],
      $defs: {
        node: {
          type: 'object',
          properties: { name: text, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          required: ['name'],
        },
      },
    },
    valid: [{ root: { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] } }],
    wrong: [{ root: { name: 'a', children: [{ name: 'b', children: [{}] }] } }],
  },
  listed_once: oneParameter({ type: 'array', items: number, uniqueItems: true }, [[1, 2]], [[1, 1]]),
  list_bounds: oneParameter({ type: 'array', items: text, minItems: 1, maxItems: 2 }, [['a']], [[], ['a', 'b', 'c']]),
  list_without_items: oneParameter({ type: 'array' }, [[1, 'a']], [1]),
  list_containing: oneParameter(
    { type: 'array', items: { type: ['string', 'number'] }, contains: number, maxContains: 2 },
    [['a', 1]],
    [['a'], [1, 1, 1]],
  ),
};
