import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portableInput } from '../../src/portability/portable-input.ts';
import { findPortabilityProblems } from '../../src/portability.ts';
import { inputSchema } from './schema-with-value.ts';

// This validator interprets schemas. Compiling thousands of schemas would take a hundred times as long.
const fits = (schema: object, value: unknown): boolean => new Validator(schema, '2020-12').validate(value).valid;

describe('the portable form of an input schema', () => {
  it('accepts every input that the schema accepts', () => {
    let taken = 0;
    fc.assert(
      fc.property(inputSchema, ({ schema, value }) => {
        fc.pre(fits(schema, value));
        taken += 1;
        expect(fits(portableInput(schema), value)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(taken).toBeGreaterThan(500);
  });

  it('accepts the properties of parts that are too large to read', () => {
    const twice = (next: number): object => ({ anyOf: [{ $ref: `#/$defs/d${next}` }, { $ref: `#/$defs/d${next}` }] });
    const $defs = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`d${index}`, twice(index + 1)]));
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      allOf: [{ $ref: '#/$defs/d0' }],
      $defs: { ...$defs, d20: { type: 'object', properties: { x: { type: 'string' } } } },
    };
    const open = portableInput({ ...schema, unevaluatedProperties: false });
    expect(open).not.toHaveProperty('additionalProperties');
    expect(portableInput({ ...schema, additionalProperties: false })).toHaveProperty('additionalProperties', false);
  });

  it.each([true, { type: 'number' }])(
    'accepts other properties where `additionalProperties` is %j, next to which `unevaluatedProperties` has no effect',
    (additionalProperties) => {
      const keywords = { additionalProperties, unevaluatedProperties: false };
      const schema = { anyOf: [{ type: 'object', properties: { a: { type: 'string' } }, ...keywords }] };
      expect(fits(schema, { a: 'x', b: 1 })).toBe(true);
      expect(fits(portableInput(schema), { a: 'x', b: 1 })).toBe(true);
    },
  );

  it('has no keyword at its root that makes an API reject all tools of a request', () => {
    fc.assert(
      fc.property(inputSchema, ({ schema }) => {
        const problems = findPortabilityProblems({ name: 'Any_Tool', inputSchema: portableInput(schema) });
        expect(problems.filter(({ code }) => code === 'root_combinator')).toEqual([]);
      }),
    );
  });

  it('is a fixed point: a second conversion changes nothing relevant', () => {
    fc.assert(
      fc.property(inputSchema, ({ schema }) => {
        const once = portableInput(schema);
        expect(portableInput(once)).toEqual(once);
      }),
    );
  });

  it("doesn't change a plain schema", () => {
    const plain = {
      type: 'object',
      properties: { a: { type: 'number', description: 'The first.' }, b: { type: 'array', items: { type: 'string' } } },
      required: ['a'],
      additionalProperties: false,
    };
    expect(portableInput(plain)).toEqual(plain);
  });
});

describe('a union at the root', () => {
  const email = {
    type: 'object',
    properties: {
      kind: { const: 'email' },
      address: { type: 'string', description: 'Where to.' },
      text: { type: 'string' },
    },
    required: ['kind', 'address', 'text'],
    additionalProperties: false,
  };
  const sms = {
    type: 'object',
    properties: { kind: { const: 'sms' }, number: { type: 'string' }, text: { type: 'string' } },
    required: ['kind', 'number', 'text'],
    additionalProperties: false,
  };

  it('becomes one object: the discriminator lists its values, and properties describe their branches', () => {
    expect(portableInput({ type: 'object', oneOf: [email, sms] })).toEqual({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['email', 'sms'] },
        address: { type: 'string', description: 'Where to. For kind=email.' },
        text: { type: 'string' },
        number: { type: 'string', description: 'For kind=sms.' },
      },
      required: ['kind', 'text'],
      additionalProperties: false,
    });
  });

  it('without a discriminator becomes one object too, with the properties that all branches require', () => {
    const byId = {
      type: 'object',
      properties: { id: { type: 'integer' }, dry: { type: 'boolean' } },
      required: ['id'],
    };
    const byName = {
      type: 'object',
      properties: { name: { type: 'string' }, dry: { type: 'boolean' } },
      required: ['name'],
    };
    expect(portableInput({ anyOf: [byId, byName] })).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'For one of several forms.' },
        dry: { type: 'boolean' },
        name: { type: 'string', description: 'For one of several forms.' },
      },
    });
  });

  it('merges allOf, and follows a reference into the definitions', () => {
    const schema = {
      $defs: { page: { type: 'object', properties: { page: { type: 'integer' } }, required: ['page'] } },
      allOf: [
        { $ref: '#/$defs/page' },
        { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      ],
    };
    expect(portableInput(schema)).toMatchObject({
      type: 'object',
      properties: { page: { type: 'integer' }, query: { type: 'string' } },
      required: ['page', 'query'],
    });
  });

  it('ends for a schema that refers to itself', () => {
    const schema = {
      $defs: { node: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'object' }] } },
      anyOf: [{ $ref: '#/$defs/node' }],
    };
    expect(portableInput(schema)).toMatchObject({ type: 'object' });
  });
});

it('keeps a parameter called __proto__', () => {
  const schema = JSON.parse('{"anyOf":[{"type":"object","properties":{"__proto__":{"type":"string"}}}]}') as object;
  const { properties } = portableInput({ ...schema }) as { properties: object };
  expect(Object.keys(properties)).toEqual(['__proto__']);
});

describe('nested schemas', () => {
  const property = (schema: object): unknown =>
    (portableInput({ type: 'object', properties: { it: schema } })['properties'] as { it: unknown }).it;

  it('oneOf becomes anyOf', () => {
    expect(property({ oneOf: [{ type: 'string' }, { type: 'integer' }] })).toEqual({
      anyOf: [{ type: 'string' }, { type: 'integer' }],
    });
  });

  it('a tuple becomes an array with a description of the order', () => {
    expect(
      property({ type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], minItems: 2, maxItems: 2 }),
    ).toEqual({
      type: 'array',
      items: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      minItems: 2,
      maxItems: 2,
      description: 'Items in order: number, string.',
    });
  });

  it('the description of the order names only what the schema states', () => {
    const prefixItems = [
      {},
      { minimum: 1 },
      { enum: ['a', 'b'] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { type: ['string', 'null'] },
      { $ref: '#/$defs/node' },
      true,
    ];
    expect(property({ type: 'array', prefixItems })).toMatchObject({
      description:
        'Items in order: anything, anything, one of several, one of several, one of several, one of several, #/$defs/node, anything.',
    });
  });

  it('a constant gets an enum', () => {
    expect(property({ const: 'on' })).toEqual({ type: 'string', const: 'on', enum: ['on'] });
  });

  it('null becomes a branch of anyOf, and the description stays outside', () => {
    expect(property({ type: ['string', 'null'], maxLength: 9, description: 'A note.' })).toEqual({
      description: 'A note.',
      anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }],
    });
  });

  it('null is omitted where an enum or a const excludes it', () => {
    expect(property({ type: ['string', 'null'], enum: ['s', 'm'] })).toEqual({ type: 'string', enum: ['s', 'm'] });
    expect(property({ type: ['string', 'null'], const: 'a' })).toEqual({ type: 'string', const: 'a', enum: ['a'] });
    expect(property({ type: ['string', 'null'], enum: ['s', null] })).toEqual({
      anyOf: [{ type: 'string', enum: ['s'] }, { type: 'null' }],
    });
    const never = { type: ['string', 'null'], enum: [1] };
    expect(property(never)).toEqual(never);
  });

  it('plain objects in allOf become one object', () => {
    const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const aged = { type: 'object', properties: { age: { type: 'integer' } }, additionalProperties: false };
    expect(property({ description: 'Who.', allOf: [named, aged] })).toEqual({
      description: 'Who.',
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      required: ['name'],
    });
  });

  it('plain objects in allOf keep their annotations', () => {
    const n = { type: 'object', properties: { n: { type: 'number' } } };
    const m = { type: 'object', properties: { m: { type: 'number' } } };
    const annotations = { default: { n: 1 }, examples: [{ n: 2 }], deprecated: true, readOnly: true, writeOnly: true };
    expect(property({ description: 'Options', allOf: [{ ...n, ...annotations }] })).toEqual({
      description: 'Options',
      ...n,
      ...annotations,
    });
    for (const [keyword, value] of Object.entries(annotations)) {
      const schema = { allOf: [{ ...n, [keyword]: value }, m] };
      expect(property(schema)).toEqual(schema);
    }
  });

  it('parts of allOf without a common keyword become one schema, and other parts stay separate', () => {
    expect(property({ type: 'number', allOf: [{ minimum: 1 }, { type: 'number', maximum: 2 }] })).toEqual({
      type: 'number',
      minimum: 1,
      maximum: 2,
    });
    expect(property({ description: 'Who.', allOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }] })).toEqual({
      description: 'Who.',
      anyOf: [{ type: 'string' }, { type: 'null' }],
    });
    const open = { additionalProperties: { type: 'number' } };
    const separate = { allOf: [open, { patternProperties: { '^x': {} } }, { minimum: 1 }, { minimum: 2 }] };
    expect(property(separate)).toEqual(separate);
  });

  it('properties next to anyOf move into its branches', () => {
    const [a, b] = [{ type: 'string' }, { type: 'number' }];
    const required = [{ required: ['a'] }, { required: ['b'] }];
    expect(property({ type: 'object', properties: { a, b }, anyOf: required, additionalProperties: false })).toEqual({
      anyOf: required.map((names) => ({ type: 'object', properties: { a, b }, ...names, additionalProperties: false })),
    });
    const kind = { type: 'string', enum: ['x', 'y'], description: 'Which.' };
    const narrowed = { properties: { kind: { const: 'x' }, b: { minimum: 1 } } };
    expect(property({ type: 'object', properties: { kind, b }, anyOf: [narrowed] })).toEqual({
      anyOf: [
        {
          type: 'object',
          properties: {
            kind: { description: 'Which.', type: 'string', const: 'x', enum: ['x'] },
            b: { type: 'number', minimum: 1 },
          },
        },
      ],
    });
  });

  it('properties next to anyOf stay there if a closed part rejects them, or if copies would be large', () => {
    const closed = { type: 'object', properties: { a: {} }, additionalProperties: false };
    const named = { type: 'object', properties: { b: {} } };
    const apart = [
      { ...closed, anyOf: [named] },
      { ...named, anyOf: [closed] },
      { ...named, anyOf: [{ ...named, minProperties: 1 }] },
    ];
    for (const schema of apart) expect(property(schema)).toEqual(schema);
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, { type: 'string' }]));
    const large = { type: 'object', properties: wide, anyOf: [{ required: ['p0'] }, { required: ['p1'] }] };
    expect(property(large)).toEqual(large);
  });

  it('keywords of a reader that supports them stay, below the root', () => {
    const pair = { oneOf: [{ type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false }] };
    const item = { anyOf: [{ type: 'number' }, { type: 'string' }] };
    const schema = { type: 'object', properties: { pair } };
    expect(portableInput(schema, ['oneOf', 'prefixItems'])).toEqual({
      type: 'object',
      properties: {
        pair: {
          oneOf: [
            {
              type: 'array',
              description: 'Items in order: number, string.',
              prefixItems: [{ type: 'number' }, { type: 'string' }],
              items: item,
              maxItems: 2,
            },
          ],
        },
      },
    });
  });

  it('redundant propertyNames are dropped, and boolean properties become objects', () => {
    const map = { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'number' } };
    expect(property(map)).toEqual({ type: 'object', additionalProperties: { type: 'number' } });
    expect(property({ ...map, propertyNames: { type: 'string', maxLength: 3 } })).toMatchObject({
      propertyNames: { type: 'string', maxLength: 3 },
    });
    expect(property({ type: 'object', properties: { a: true, b: false } })).toEqual({
      type: 'object',
      properties: { a: {}, b: { not: {} } },
    });
  });

  it('schemas under not keep their meaning', () => {
    expect(property({ not: { oneOf: [{ type: 'string' }, { maxLength: 3 }] } })).toEqual({
      not: { oneOf: [{ type: 'string' }, { maxLength: 3 }] },
    });
  });
});

it('an input without parameters is closed', () => {
  expect(portableInput({ type: 'object' })).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  expect(portableInput({ type: 'object', additionalProperties: { type: 'string' } })).toEqual({
    type: 'object',
    properties: {},
    additionalProperties: { type: 'string' },
  });
});

it.each([{ required: ['a'] }, { unevaluatedProperties: { type: 'string' } }])(
  'an input that mentions parameters without listing them stays open: %j',
  (keywords) => {
    expect(portableInput({ type: 'object', ...keywords })).toEqual({ type: 'object', properties: {}, ...keywords });
  },
);

describe('an input whose parts allow parameters without naming them', () => {
  const map = (values: object): object => ({ type: 'object', additionalProperties: values });
  const listed = { enum: [{ a: 1 }] };

  it.each<readonly [string, Record<string, unknown>]>([
    ['a union of maps', { anyOf: [map({ type: 'number' }), map({ type: 'string' })] }],
    ['oneOf', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }],
    ['allOf', { type: 'object', allOf: [{ minProperties: 1 }] }],
    ['a part of a part', { type: 'object', allOf: [{ anyOf: [{ patternProperties: { a: {} } }] }] }],
    ['a reference', { $ref: '#/$defs/map', $defs: { map: map({ type: 'number' }) } }],
    ['a reference to an anchor', { $ref: '#map', $defs: { map: { $anchor: 'map', minProperties: 1 } } }],
    ['a listed value', { type: 'object', anyOf: [listed, { maxProperties: 0 }] }],
    ['not', { type: 'object', not: { maxProperties: 0 } }],
  ])('stays open, also if it is converted again: %s', (_, schema) => {
    const { $defs: _defs, ...portable } = portableInput(schema);
    expect(portable).toEqual({ type: 'object', properties: {}, additionalProperties: true });
    expect(portableInput(portable)).toEqual(portable);
  });

  it('stays open if its parts are too large to read', () => {
    const twice = (next: number): object => ({ anyOf: [{ $ref: `#/$defs/d${next}` }, { $ref: `#/$defs/d${next}` }] });
    const $defs = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`d${index}`, twice(index + 1)]));
    const last = { type: 'object', properties: { a: { type: 'string' } } };
    const schema = { $ref: '#/$defs/d0', $defs: { ...$defs, d20: last } };
    expect(portableInput(schema)).toMatchObject({ properties: {}, additionalProperties: true });
  });

  it.each([{ anyOf: [{ type: 'object', properties: {} }, true] }, { $ref: '#', allOf: [{ type: 'object' }] }])(
    'is closed if no part has such a rule: %j',
    (schema) => {
      expect(portableInput(schema)).toEqual({ type: 'object', properties: {}, additionalProperties: false });
    },
  );

  it.each<readonly [string, Record<string, unknown>]>([
    ['an empty list of required names', { allOf: [{ type: 'object', properties: {}, required: [] }] }],
    [
      'closed parts',
      {
        oneOf: [
          { type: 'object', additionalProperties: false },
          { type: 'object', properties: {} },
        ],
      },
    ],
  ])('is closed if the parts allow none: %s', (_, schema) => {
    expect(portableInput(schema)).toMatchObject({ properties: {}, additionalProperties: false });
  });

  it('is read also with twenty thousand references in a row', () => {
    const $defs: Record<string, object> = {};
    for (let index = 0; index < 20_000; index += 1) $defs[`d${index}`] = { $ref: `#/$defs/d${index + 1}` };
    const schema = { type: 'object', $ref: '#/$defs/d0', $defs };
    expect(portableInput(schema)).toHaveProperty('additionalProperties', true);
  });
});

describe('an input whose rules depend on each other', () => {
  const tuple = { type: 'array', prefixItems: [{ type: 'number' }] };
  const inside = (list: object): Record<string, unknown> => ({ type: 'object', properties: { list } });

  it.each([
    [
      'items after a tuple',
      inside({ ...tuple, items: { type: 'string' }, unevaluatedItems: false }),
      { list: [1, 'a'] },
    ],
    [
      'items that contains evaluates',
      inside({ ...tuple, contains: { const: 5 }, unevaluatedItems: false }),
      { list: [1, 5] },
    ],
    [
      'items that allOf evaluates',
      inside({ ...tuple, allOf: [{ prefixItems: [{}, {}] }], unevaluatedItems: false }),
      { list: [1, 'a'] },
    ],
    ['a listed value', { type: 'object', enum: [{ a: 1 }] }, { a: 1 }],
  ])('still accepts %s', (_, schema, value) => {
    expect(fits(schema, value)).toBe(true);
    expect(fits(portableInput(schema), value)).toBe(true);
  });
});
