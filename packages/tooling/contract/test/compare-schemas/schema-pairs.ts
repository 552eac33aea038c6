import type { JsonSchema } from '../../src/index.ts';

/** Two schemas, and whether every value that the first accepts is accepted by the second. */
export interface SchemaPair {
  readonly name: string;
  readonly first: JsonSchema;
  readonly second: JsonSchema;
  readonly verdict: 'yes' | 'no' | 'unknown';
}

const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const list = (items: JsonSchema, more: object = {}): JsonSchema => ({ type: 'array', items, ...more });
const object = (properties: Readonly<Record<string, JsonSchema>>, more: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const closed = { additionalProperties: false };
const tree = (label: JsonSchema): JsonSchema => ({
  $ref: '#/$defs/tree',
  $defs: { tree: object({ label, children: list({ $ref: '#/$defs/tree' }) }, { required: ['label'] }) },
});

/** Each pair is judged both ways: from the first to the second, and back. */
const pairs: readonly (readonly [string, JsonSchema, JsonSchema, SchemaPair['verdict'], SchemaPair['verdict']])[] = [
  // Any and none
  ['the same text', string, string, 'yes', 'yes'],
  ['anything and a text', {}, string, 'no', 'yes'],
  ['true and no keywords', true, {}, 'yes', 'yes'],
  ['nothing and a text', false, string, 'yes', 'no'],
  ['words about a schema', { type: 'string', description: 'A' }, { type: 'string', title: 'B' }, 'yes', 'yes'],
  // Types
  ['a text and a number', string, number, 'no', 'no'],
  ['a whole number and a number', integer, number, 'yes', 'no'],
  ['a number of steps of one and a whole number', { type: 'number', multipleOf: 1 }, integer, 'yes', 'yes'],
  ['a text and a text or null', string, { type: ['string', 'null'] }, 'yes', 'no'],
  ['a list of types in another order', { type: ['null', 'string'] }, { type: ['string', 'null'] }, 'yes', 'yes'],
  [
    'a list of types and a choice of them',
    { type: ['string', 'null'] },
    { anyOf: [string, { type: 'null' }] },
    'yes',
    'yes',
  ],
  ['a type and a bound of another type', string, { minimum: 3 }, 'yes', 'no'],
  // Given values
  ['a value and a text', { const: 'a' }, string, 'yes', 'no'],
  ['fewer and more values', { enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }, 'yes', 'no'],
  ['values in another order', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, 'yes', 'yes'],
  ['one value, said in two ways', { const: 1 }, { enum: [1] }, 'yes', 'yes'],
  ['values and a choice of values', { enum: ['a', 'b'] }, { anyOf: [{ const: 'a' }, { const: 'b' }] }, 'yes', 'yes'],
  ['yes or no, said in two ways', boolean, { enum: [true, false] }, 'yes', 'yes'],
  ['values with a type and without', { type: 'string', enum: ['a'] }, { enum: ['a', 1] }, 'yes', 'no'],
  ['values that the type rules out', { type: 'string', enum: ['a', 1] }, { enum: ['a'] }, 'yes', 'yes'],
  ['an object as a value', { const: { a: 1 } }, object({ a: number }, { required: ['a'] }), 'yes', 'no'],
  ['a list as a value', { const: [1, 2] }, list(number, { maxItems: 2 }), 'yes', 'no'],
  ['1 and 1.0 are one value', { const: 1 }, { const: 1.0 }, 'yes', 'yes'],
  // Numbers
  [
    'a narrower range',
    { type: 'number', minimum: 2, maximum: 3 },
    { type: 'number', minimum: 1, maximum: 4 },
    'yes',
    'no',
  ],
  ['above and from', { type: 'number', exclusiveMinimum: 1 }, { type: 'number', minimum: 1 }, 'yes', 'no'],
  [
    'whole numbers above and from',
    { type: 'integer', exclusiveMinimum: 1 },
    { type: 'integer', minimum: 2 },
    'yes',
    'yes',
  ],
  ['whole numbers from a fraction', { type: 'integer', minimum: 1.5 }, { type: 'integer', minimum: 2 }, 'yes', 'yes'],
  ['whole numbers to a fraction', { type: 'integer', maximum: 2.5 }, { type: 'integer', maximum: 2 }, 'yes', 'yes'],
  ['numbers and encoded strings', { type: 'number' }, { type: 'number', contentEncoding: 'base64' }, 'yes', 'yes'],
  ['strings and encoded strings', { type: 'string' }, { type: 'string', contentEncoding: 'base64' }, 'unknown', 'yes'],
  ['from and above a lower one', { type: 'number', minimum: 2 }, { type: 'number', exclusiveMinimum: 1 }, 'yes', 'no'],
  ['a bound and none', { type: 'number', maximum: 9 }, number, 'yes', 'no'],
  ['steps of four and of two', { type: 'integer', multipleOf: 4 }, { type: 'integer', multipleOf: 2 }, 'yes', 'no'],
  ['steps of two and of three', { type: 'integer', multipleOf: 2 }, { type: 'integer', multipleOf: 3 }, 'no', 'no'],
  ['values within a range', { enum: [1, 2, 3] }, { type: 'integer', minimum: 1, maximum: 3 }, 'yes', 'yes'],
  // Strings
  ['shorter and longer texts', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 9 }, 'yes', 'no'],
  ['at least two and at least one', { type: 'string', minLength: 2 }, { type: 'string', minLength: 1 }, 'yes', 'no'],
  ['a pattern and none', { type: 'string', pattern: '^a' }, string, 'yes', 'no'],
  [
    'the same pattern',
    { type: 'string', pattern: '^a' },
    { type: 'string', pattern: '^a', minLength: 0 },
    'yes',
    'yes',
  ],
  ['two patterns', { type: 'string', pattern: '^ab' }, { type: 'string', pattern: '^a' }, 'unknown', 'no'],
  ['values that fit a pattern', { enum: ['ab', 'ac'] }, { type: 'string', pattern: '^a' }, 'yes', 'no'],
  ['a value that does not fit a pattern', { const: 'b' }, { type: 'string', pattern: '^a' }, 'no', 'no'],
  ['a format and none', { type: 'string', format: 'email' }, string, 'yes', 'unknown'],
  ['two formats', { type: 'string', format: 'email' }, { type: 'string', format: 'uri' }, 'unknown', 'unknown'],
  ['characters beyond 16 bits count once', { const: '😀' }, { type: 'string', maxLength: 1 }, 'yes', 'no'],
  // Objects
  ['an optional member more', object({ a: string }, closed), object({ a: string, b: number }, closed), 'yes', 'no'],
  ['an optional member more in an open object', object({ a: string }), object({ a: string, b: number }), 'no', 'yes'],
  ['a member is required from now on', object({ a: string }), object({ a: string }, { required: ['a'] }), 'no', 'yes'],
  [
    'a required member more',
    object({ a: string }, closed),
    object({ a: string, b: string }, { ...closed, required: ['b'] }),
    'no',
    'no',
  ],
  ['a wider member', object({ a: integer }, closed), object({ a: number }, closed), 'yes', 'no'],
  ['a closed and an open object', object({ a: string }, closed), object({ a: string }), 'yes', 'no'],
  [
    'other members of a type',
    object({}, { additionalProperties: integer }),
    object({}, { additionalProperties: number }),
    'yes',
    'no',
  ],
  [
    'a member by its name and by any name',
    object({ a: integer }, closed),
    object({}, { additionalProperties: number }),
    'yes',
    'no',
  ],
  ['a member of another name', object({ a: string }, closed), object({ b: string }, closed), 'no', 'no'],
  ['a member that may not be there', object({ a: false }), object({ a: string }), 'yes', 'no'],
  [
    'the same patterns of names',
    object({}, { patternProperties: { '^x': integer }, ...closed }),
    object({}, { patternProperties: { '^x': number }, ...closed }),
    'yes',
    'no',
  ],
  [
    'a name that a pattern covers',
    object({ x1: integer }, closed),
    object({}, { patternProperties: { '^x': number }, ...closed }),
    'yes',
    'no',
  ],
  [
    'a name that a pattern rules out',
    object({ y: integer }, closed),
    object({}, { patternProperties: { '^x': number }, ...closed }),
    'no',
    'no',
  ],
  ['fewer members', object({}, { maxProperties: 2 }), object({}, { maxProperties: 3 }), 'yes', 'no'],
  [
    'at least as many as are required',
    object({ a: string, b: string }, { required: ['a', 'b'] }),
    { type: 'object', minProperties: 2 },
    'yes',
    'no',
  ],
  [
    'at most as many as are named',
    object({ a: string, b: string }, closed),
    { type: 'object', maxProperties: 2 },
    'yes',
    'no',
  ],
  [
    'names of one form',
    { type: 'object', propertyNames: { maxLength: 2 } },
    { type: 'object', propertyNames: { maxLength: 3 } },
    'yes',
    'no',
  ],
  [
    'named members have names of one form',
    object({ ab: string }, closed),
    { type: 'object', propertyNames: { maxLength: 2 } },
    'yes',
    'no',
  ],
  ['one member wants another', { type: 'object', dependentRequired: { a: ['b'] } }, { type: 'object' }, 'yes', 'no'],
  [
    'one member wants another, which is required',
    object({ b: string }, { required: ['b'] }),
    { type: 'object', dependentRequired: { a: ['b'] } },
    'yes',
    'no',
  ],
  [
    '__proto__ is a name like others',
    object({ ['__proto__']: integer }, closed),
    object({ ['__proto__']: number }, closed),
    'yes',
    'no',
  ],
  [
    'an inherited property such as constructor does not count as present',
    { type: 'object' },
    { type: 'object', required: ['constructor'] },
    'no',
    'yes',
  ],
  [
    'objects in objects',
    object({ a: object({ b: integer }, closed) }, closed),
    object({ a: object({ b: number, c: string }, closed) }, closed),
    'yes',
    'no',
  ],
  // Lists
  ['items of a wider type', list(integer), list(number), 'yes', 'no'],
  ['a shorter list', list(string, { maxItems: 2 }), list(string, { maxItems: 3 }), 'yes', 'no'],
  ['at least one item', list(string, { minItems: 1 }), list(string), 'yes', 'no'],
  [
    'a pair and a list',
    { type: 'array', prefixItems: [string, string], items: false },
    list(string, { maxItems: 2 }),
    'yes',
    'yes',
  ],
  [
    'a pair of two types',
    { type: 'array', prefixItems: [string, integer], items: false },
    { type: 'array', prefixItems: [string, number], items: false },
    'yes',
    'no',
  ],
  [
    'a pair in the notation of draft-07, and a list of another type',
    { type: 'array', items: [string, string] },
    list(number),
    'unknown',
    'unknown',
  ],
  ['an empty list and a list of anything', list(false), list(string), 'yes', 'no'],
  ['each item once', list(string, { uniqueItems: true }), list(string), 'yes', 'no'],
  ['one item at most is there once', list(string, { maxItems: 1 }), list(string, { uniqueItems: true }), 'yes', 'no'],
  ['an item of a kind among others', { type: 'array', contains: string }, { type: 'array' }, 'yes', 'no'],
  [
    'any list and one with an item of a kind',
    list(string, { minItems: 1 }),
    { type: 'array', contains: string },
    'unknown',
    'no',
  ],
  // Choices
  ['one form more', { anyOf: [string, number] }, { anyOf: [string, number, boolean] }, 'yes', 'no'],
  ['forms in another order', { anyOf: [string, number] }, { anyOf: [number, string] }, 'yes', 'yes'],
  ['a form that another one covers', { anyOf: [integer, string] }, { anyOf: [number, string] }, 'yes', 'no'],
  ['any one of and exactly one of two types', { anyOf: [string, number] }, { oneOf: [string, number] }, 'yes', 'yes'],
  ['exactly one of two that overlap', integer, { oneOf: [integer, number] }, 'no', 'no'],
  [
    'alternatives with different values of one property',
    {
      anyOf: [
        object({ kind: { const: 'a' }, a: integer }, { required: ['kind'] }),
        object({ kind: { const: 'b' } }, { required: ['kind'] }),
      ],
    },
    {
      oneOf: [
        object({ kind: { const: 'a' }, a: number }, { required: ['kind'] }),
        object({ kind: { const: 'b' } }, { required: ['kind'] }),
      ],
    },
    'yes',
    'no',
  ],
  [
    'one object with a choice in it, and a choice of two objects',
    object({ kind: { enum: ['a', 'b'] } }, { required: ['kind'], ...closed }),
    {
      anyOf: [
        object({ kind: { const: 'a' } }, { required: ['kind'], ...closed }),
        object({ kind: { const: 'b' } }, { required: ['kind'], ...closed }),
      ],
    },
    'unknown',
    'yes',
  ],
  [
    'both of two',
    { allOf: [{ type: 'number', minimum: 1 }, { maximum: 3 }] },
    { type: 'number', minimum: 1, maximum: 3 },
    'yes',
    'yes',
  ],
  ['both of two, and one of them', { allOf: [integer, { minimum: 1 }] }, integer, 'yes', 'no'],
  [
    'keywords next to a choice',
    { type: 'string', anyOf: [{ maxLength: 3 }, { pattern: 'x' }] },
    { type: 'string' },
    'yes',
    'no',
  ],
  [
    'a choice within a choice',
    { anyOf: [{ anyOf: [string, number] }, boolean] },
    { anyOf: [string, { anyOf: [number, boolean] }] },
    'yes',
    'yes',
  ],
  ['not a text', { not: string }, { type: ['number', 'boolean', 'null', 'object', 'array', 'integer'] }, 'yes', 'yes'],
  ['a number is not a text', number, { not: string }, 'yes', 'no'],
  ['an excluded value', { const: 3 }, { type: 'number', not: { const: 3 } }, 'no', 'no'],
  ['values other than the excluded one', { enum: [1, 2] }, { type: 'number', not: { const: 3 } }, 'yes', 'no'],
  ['the same condition', { if: string, then: { minLength: 1 } }, { if: string, then: { minLength: 1 } }, 'yes', 'yes'],
  [
    'a condition more',
    { type: 'string' },
    { type: 'string', if: { maxLength: 3 }, then: { pattern: 'x' } },
    'no',
    'yes',
  ],
  // References
  ['a part by its name', { $ref: '#/$defs/a', $defs: { a: string } }, string, 'yes', 'yes'],
  [
    'parts of the same name that differ',
    { $ref: '#/$defs/a', $defs: { a: integer } },
    { $ref: '#/$defs/a', $defs: { a: number } },
    'yes',
    'no',
  ],
  ['a tree', tree(integer), tree(number), 'yes', 'no'],
  ['a tree and a deeper object', tree(string), { type: 'object' }, 'yes', 'no'],
  [
    'a part that refers to itself alone',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
    string,
    'unknown',
    'unknown',
  ],
  ['a part that is nowhere', { $ref: '#/$defs/b' }, string, 'unknown', 'unknown'],
  [
    'a part elsewhere',
    { $ref: 'https://example.com/schema' },
    { $ref: 'https://example.com/schema' },
    'unknown',
    'unknown',
  ],
  [
    'a reference to the whole',
    object({ next: { $ref: '#' } }, closed),
    object({ next: { $ref: '#' }, more: string }, closed),
    'yes',
    'no',
  ],
  [
    'a reference to the whole for the same value',
    object({ a: string }),
    object({ a: string }, { dependentSchemas: { a: { $ref: '#' } } }),
    'unknown',
    'yes',
  ],
  [
    'many references to the whole for the same value',
    { allOf: [{ $ref: '#' }, { $ref: '#' }] },
    string,
    'unknown',
    'unknown',
  ],
  [
    'a reference with keywords next to it',
    { $ref: '#/$defs/a', minimum: 2, $defs: { a: integer } },
    { type: 'integer', minimum: 1 },
    'yes',
    'no',
  ],
  // Ignored keywords
  [
    'no unevaluated properties',
    object({ a: string }, { unevaluatedProperties: false }),
    object({ a: string }),
    'yes',
    'no',
  ],
  [
    'the same, on both sides',
    object({ a: string }, { unevaluatedProperties: false }),
    object({ a: string }, { unevaluatedProperties: false }),
    'yes',
    'yes',
  ],
  [
    'no unevaluated properties, next to fewer and to more properties',
    object({ a: string }, { unevaluatedProperties: false }),
    object({ a: string, b: string }, { unevaluatedProperties: false }),
    'yes',
    'no',
  ],
  [
    'unevaluated items next to a list of items, as before 2020-12',
    { type: 'array', items: [{}] },
    { type: 'array', items: [{}], unevaluatedItems: false },
    'unknown',
    'yes',
  ],
  [
    'unevaluated items after one and after two items',
    { type: 'array', prefixItems: [string, string], unevaluatedItems: number },
    { type: 'array', prefixItems: [string], unevaluatedItems: number },
    'no',
    'no',
  ],
  [
    'unevaluated items, and another description of an item',
    { type: 'array', prefixItems: [string], unevaluatedItems: number },
    { type: 'array', prefixItems: [{ ...string, description: 'A name' }], unevaluatedItems: number },
    'yes',
    'yes',
  ],
  [
    'unevaluated properties, of which a combined schema evaluates one',
    { type: 'object', allOf: [object({ b: string })], anyOf: [{}], unevaluatedProperties: false },
    { type: 'object', anyOf: [{}], unevaluatedProperties: false },
    'unknown',
    'unknown',
  ],
  [
    'equal keywords whose references have different targets',
    { type: 'array', contains: { $ref: '#/$defs/a' }, $defs: { a: string } },
    { type: 'array', contains: { $ref: '#/$defs/a' }, $defs: { a: number } },
    'no',
    'no',
  ],
  ['an unknown keyword', { type: 'string', 'x-limit': 3 }, string, 'yes', 'yes'],
];

export const schemaPairs: readonly SchemaPair[] = pairs.flatMap(([name, first, second, there, back]) => [
  { name, first, second, verdict: there },
  { name: `${name}, back`, first: second, second: first, verdict: back },
]);
