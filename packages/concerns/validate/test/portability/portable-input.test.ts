import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPortabilityProblems, portableInput } from '../../src/portability.ts';
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
    const conditional = { allOf: [named, { if: named, else: false }] };
    expect(property(conditional)).toEqual(conditional);
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
