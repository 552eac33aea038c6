import type { JsonSchema } from '../src/index.ts';

/** A schema with values that fit it and values that do not. */
export interface CorpusEntry {
  readonly schema: JsonSchema;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

/** The agreed results of all validators, keyword by keyword, with the cases where libraries are known to differ. */
export const corpus: readonly CorpusEntry[] = [
  { schema: {}, valid: [null, 1, 'x', [], {}], invalid: [] },
  { schema: { type: 'integer' }, valid: [1, 1.0, -0, 1e300], invalid: [1.5, '1', null, true] },
  { schema: { type: 'number' }, valid: [1, 1.5], invalid: ['1', 'infinity', null] },
  { schema: { type: ['string', 'null'] }, valid: ['', null], invalid: [0, {}, []] },
  { schema: { type: 'object' }, valid: [{}], invalid: [[], null] },
  { schema: { type: 'string', nullable: true }, valid: ['x', null], invalid: [1] },
  {
    schema: { enum: ['a', 1, { b: [1, 2] }] },
    valid: ['a', 1, { b: [1, 2] }],
    invalid: ['b', '1', { b: [2, 1] }, { toString: 1 }],
  },
  {
    schema: { const: { a: 1, b: 2 } },
    valid: [{ b: 2, a: 1 }],
    invalid: [{ a: 1 }, { constructor: 1 }, { valueOf: 1 }],
  },
  { schema: { minimum: 1, maximum: 2 }, valid: [1, 2, 'x'], invalid: [0.9, 2.1] },
  { schema: { exclusiveMinimum: 1, exclusiveMaximum: 2 }, valid: [1.5], invalid: [1, 2] },
  { schema: { minimum: 1, exclusiveMinimum: true }, valid: [1.5], invalid: [1] },
  { schema: { multipleOf: 0.1 }, valid: [0.3, 0.7, 1.1, 4], invalid: [0.35] },
  { schema: { multipleOf: 0.01 }, valid: [0.06, 4.35, 1e20], invalid: [0.065, 1e-300] },
  { schema: { minLength: 2, maxLength: 2 }, valid: ['ab', '😀😀', '\ud800a'], invalid: ['a', '😀', 'abc'] },
  { schema: { pattern: '^\\p{L}+$' }, valid: ['é', 1], invalid: ['1', ''] },
  { schema: { format: 'email' }, valid: ['a@b.co', 1, null], invalid: ['a@b', 'a b@c.de', 'a..b@c.de', ''] },
  {
    schema: { format: 'date' },
    valid: ['2024-02-29', '2000-02-29'],
    invalid: ['2023-02-29', '1900-02-29', '2024-13-01', '2024-1-1'],
  },
  {
    schema: { format: 'date-time' },
    valid: ['2026-01-31T12:00:00Z', '2026-01-31t12:00:00.5+01:00'],
    invalid: ['2026-01-31 12:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T12:00:00'],
  },
  { schema: { format: 'time' }, valid: ['12:00:00Z', '23:59:60Z'], invalid: ['12:00', '25:00:00Z'] },
  { schema: { format: 'duration' }, valid: ['PT15M', 'P1Y2M3DT4H', 'P2W'], invalid: ['P', 'PT', '15M', 'P1W2D'] },
  { schema: { format: 'ipv4' }, valid: ['127.0.0.1'], invalid: ['256.0.0.1', '1.2.3', '01.2.3.4'] },
  {
    schema: { format: 'ipv6' },
    valid: ['::', '::1', '1:2:3:4:5:6:7:8', 'fe80::1', '::ffff:1.2.3.4'],
    invalid: [':::', '1:2:3:4:5:6:7', '1::2::3', '12345::'],
  },
  { schema: { format: 'hostname' }, valid: ['example.com', 'a'], invalid: ['-a.com', 'a..b', `${'a'.repeat(64)}.com`] },
  {
    schema: { format: 'uri' },
    valid: ['https://example.com/a?b#c', 'urn:x:y'],
    invalid: ['example.com', '/a', 'https://a b', 'https://a/%zz'],
  },
  {
    schema: { format: 'uuid' },
    valid: ['123e4567-e89b-12d3-a456-426614174000'],
    invalid: ['123e4567e89b12d3a456426614174000', 'x'],
  },
  { schema: { format: 'unheard-of' }, valid: ['anything'], invalid: [] },
  { schema: { required: ['toString'] }, valid: [{ toString: 1 }], invalid: [{}] },
  {
    schema: { properties: { constructor: { type: 'string' } } },
    valid: [{}, { constructor: 'x' }],
    invalid: [{ constructor: 1 }],
  },
  {
    schema: { properties: { a: {} }, additionalProperties: false },
    valid: [{}, { a: 1 }],
    invalid: [{ b: 1 }, { toString: 1 }, { '\ud800': 1 }],
  },
  {
    schema: { patternProperties: { '^x': { type: 'number' } }, additionalProperties: { type: 'string' } },
    valid: [{ x1: 1, y: 'y' }],
    invalid: [{ x1: 'a' }, { y: 1 }],
  },
  { schema: { propertyNames: { maxLength: 2 } }, valid: [{ ab: 1 }], invalid: [{ abc: 1 }] },
  { schema: { minProperties: 1, maxProperties: 1 }, valid: [{ a: 1 }], invalid: [{}, { a: 1, b: 1 }] },
  { schema: { dependentRequired: { a: ['b'] } }, valid: [{}, { b: 1 }, { a: 1, b: 1 }], invalid: [{ a: 1 }] },
  {
    schema: { dependencies: { a: ['b'], c: { required: ['d'] } } },
    valid: [{}, { a: 1, b: 1 }],
    invalid: [{ a: 1 }, { c: 1 }],
  },
  { schema: { dependentSchemas: { a: { required: ['b'] } } }, valid: [{}, { a: 1, b: 1 }], invalid: [{ a: 1 }] },
  { schema: { items: { type: 'number' } }, valid: [[], [1], 'x'], invalid: [['x'], [1, 'x']] },
  {
    schema: { items: [{ type: 'number' }, { type: 'string' }], additionalItems: false },
    valid: [[], [1, 'x']],
    invalid: [['x'], [1, 'x', 1]],
  },
  {
    schema: {
      prefixItems: [{ type: 'number' }],
      items: { type: 'string' },
      contains: { const: 'a' },
      allOf: [{ prefixItems: [{}, {}] }],
    },
    valid: [[1, 'a'], [1, 'a', 'b'], 'x'],
    invalid: [[1], [1, 2, 'a'], ['a', 'a'], [1, 'a', 2]],
  },
  {
    schema: { prefixItems: [{ type: 'number' }], items: { type: 'string' } },
    valid: [[1], [1, 'x']],
    invalid: [[1, 1], ['x']],
  },
  { schema: { minItems: 1, maxItems: 2 }, valid: [[1], [1, 2]], invalid: [[], [1, 2, 3]] },
  {
    schema: { uniqueItems: true },
    valid: [
      [1, '1', true, null],
      [{ a: 1 }, { a: 2 }],
    ],
    invalid: [
      [1, 1.0],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[], []],
    ],
  },
  {
    schema: { properties: { a: { items: { uniqueItems: true } } } },
    valid: [{ a: [[1], [1]] }],
    invalid: [{ a: [[1, 1]] }],
  },
  { schema: { anyOf: [{ uniqueItems: true }, { maxItems: 1 }] }, valid: [[1, 2], [1]], invalid: [[1, 1]] },
  { schema: { contains: { type: 'number' } }, valid: [[1, 'x']], invalid: [[], ['x']] },
  {
    schema: { properties: { l: { items: { type: 'array', contains: { const: 1 } } } } },
    valid: [{ l: [[1], ['x', 1]] }],
    invalid: [{ l: [[1], []] }, { l: [[], [1]] }, { l: [[1], ['x']] }],
  },
  {
    schema: { additionalProperties: { type: 'array', contains: { const: 1 } } },
    valid: [{ b: [1], c: ['x', 1] }],
    invalid: [{ b: [1], c: [] }],
  },
  {
    schema: { prefixItems: [{ type: 'string' }], contains: { type: 'number' } },
    valid: [['x', 1]],
    invalid: [[], ['x'], [1]],
  },
  {
    schema: { contains: { type: 'number' }, minContains: 2, maxContains: 2 },
    valid: [[1, 1, 'x']],
    invalid: [[1], [1, 1, 1]],
  },
  { schema: { allOf: [{ minimum: 1 }, { maximum: 2 }] }, valid: [1], invalid: [0, 3] },
  { schema: { anyOf: [{ type: 'string' }, { minimum: 5 }] }, valid: ['x', 5], invalid: [4] },
  { schema: { oneOf: [{ minimum: 1 }, { maximum: 3 }] }, valid: [0, 4], invalid: [2] },
  { schema: { not: { type: 'string' } }, valid: [1], invalid: ['x'] },
  {
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    schema: { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    valid: [{ a: 1, b: 1 }, { c: 1 }],
    invalid: [{ a: 1 }, {}],
  },
  {
    schema: { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    valid: [{ a: 1 }],
    invalid: [{ b: 1 }],
  },
  {
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'x',
      definitions: { n: { type: 'number' } },
      properties: { a: { $ref: '#/definitions/n' } },
    },
    valid: [{ a: 1 }],
    invalid: [{ a: 'x' }],
  },
  {
    schema: { properties: { $ref: { type: 'string' }, enum: { type: 'number' } } },
    valid: [{ $ref: 'x', enum: 1 }],
    invalid: [{ $ref: 1 }, { enum: 'x' }],
  },
];
