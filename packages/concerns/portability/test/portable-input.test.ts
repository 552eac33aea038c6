import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPortabilityProblems, portableInput } from '../src/index.ts';
import { inputSchema } from './schema-with-value.ts';

// It interprets schemas: compiling thousands of them once each would take a hundred times as long.
const fits = (schema: object, value: unknown): boolean => new Validator(schema, '2020-12').validate(value).valid;

describe('the portable form of an input schema', () => {
  it('takes every input that the schema takes', () => {
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

  it('has nothing at its root that is refused with all tools of a request', () => {
    fc.assert(
      fc.property(inputSchema, ({ schema }) => {
        const problems = findPortabilityProblems({ name: 'Any_Tool', inputSchema: portableInput(schema) });
        expect(problems.filter(({ code }) => code === 'root_combinator')).toEqual([]);
      }),
    );
  });

  it('is a fixed point: making it portable again changes nothing that a reader sees', () => {
    fc.assert(
      fc.property(inputSchema, ({ schema }) => {
        const once = portableInput(schema);
        expect(portableInput(once)).toEqual(once);
      }),
    );
  });

  it('leaves a plain schema as it is', () => {
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

  it('becomes one object: the discriminator lists its values, and members say which form they are for', () => {
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

  it('without a discriminator still becomes one object, with the members that all forms ask for', () => {
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

  it('joins what allOf joins, and follows a reference into the definitions', () => {
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

  it('does not run around in a schema that refers to itself', () => {
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

describe('inside', () => {
  const property = (schema: object): unknown =>
    (portableInput({ type: 'object', properties: { it: schema } })['properties'] as { it: unknown }).it;

  it('oneOf is anyOf', () => {
    expect(property({ oneOf: [{ type: 'string' }, { type: 'integer' }] })).toEqual({
      anyOf: [{ type: 'string' }, { type: 'integer' }],
    });
  });

  it('a tuple is a list whose order is told', () => {
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

  it('a constant has an enum beside it', () => {
    expect(property({ const: 'on' })).toEqual({ type: 'string', const: 'on', enum: ['on'] });
  });

  it('null is one of anyOf, and the description stays outside', () => {
    expect(property({ type: ['string', 'null'], maxLength: 9, description: 'A note.' })).toEqual({
      description: 'A note.',
      anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }],
    });
  });

  it('plain objects that are joined by allOf are one object', () => {
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

  it('names that are said to be texts are not said to be any, and members are described by objects', () => {
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

  it('what stands below not keeps its meaning', () => {
    expect(property({ not: { oneOf: [{ type: 'string' }, { maxLength: 3 }] } })).toEqual({
      not: { oneOf: [{ type: 'string' }, { maxLength: 3 }] },
    });
  });
});

it('no parameters are said to be none', () => {
  expect(portableInput({ type: 'object' })).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  expect(portableInput({ type: 'object', additionalProperties: { type: 'string' } })).toEqual({
    type: 'object',
    properties: {},
    additionalProperties: { type: 'string' },
  });
});
