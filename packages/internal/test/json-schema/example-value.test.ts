import { expect, test } from 'vitest';
import type { JsonFields } from '../../src/index.ts';
import { exampleValue } from '../../src/json-schema/index.ts';
import { cpuMs, doublings, hostileSchema, maxHostileMs } from '../shared/index.ts';

const string = { type: 'string' };

test.each<readonly [schema: JsonFields, example: unknown]>([
  [{ ...string, examples: ['a', 'b'], default: 'c' }, 'a'],
  [{ ...string, examples: [], default: 'c' }, 'c'],
  [{ ...string, enum: ['a', 'b'] }, 'a'],
  [{ type: ['string', 'null'], default: null }, null],
  [{ enum: ['a', null], default: null }, null],
  [{ const: 7 }, 7],
  [string, 'example'],
  [{ ...string, maxLength: 3 }, 'exa'],
  [{ ...string, minLength: 9 }, 'example--'],
  [{ ...string, format: 'email' }, 'ada@example.com'],
  [{ ...string, contentEncoding: 'base64' }, 'AAEC'],
  [{ type: 'integer' }, 1],
  [{ type: 'integer', minimum: 5 }, 5],
  [{ type: 'integer', maximum: -2 }, -2],
  [{ type: 'integer', exclusiveMinimum: 5 }, 6],
  [{ type: 'integer', exclusiveMaximum: 1 }, 0],
  [{ type: 'integer', minimum: 5, multipleOf: 4 }, 8],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  [{ type: 'number', minimum: 0.1, maximum: 0.5 }, 0.1],
  [{ type: 'number', minimum: 0.25, multipleOf: 0.1 }, 0.3],
  [{ type: 'integer', minimum: Number.MAX_SAFE_INTEGER }, Number.MAX_SAFE_INTEGER],
  [{ type: 'number', maximum: -0.25, multipleOf: 0.1 }, -0.3],
  [{ type: 'number', minimum: 0.1, exclusiveMaximum: 1 }, 0.1],
  [{ type: 'integer', exclusiveMinimum: 0, maximum: 1 }, 1],
  [{ type: 'integer', minimum: 5, multipleOf: 4, maximum: 20, exclusiveMaximum: false }, 8],
  [{ type: 'integer', minimum: 5.5, maximum: 10, exclusiveMaximum: true }, 6],
  [{ type: 'number', minimum: 5.5, maximum: 6, exclusiveMaximum: true }, 5.5],
  [{ type: 'integer', minimum: 5, exclusiveMinimum: true }, 6],
  [{ type: 'integer', minimum: 5, exclusiveMinimum: 0 }, 5],
  [{ type: 'integer', minimum: 5, exclusiveMinimum: 5 }, 6],
  [{ type: 'integer', maximum: -5, exclusiveMaximum: 10 }, -5],
  [{ type: 'integer', maximum: 10, exclusiveMaximum: -5 }, -6],
  [{ type: 'integer', exclusiveMaximum: 3, multipleOf: 4 }, 0],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, maximum: 0.3 }, 0.15],
  [{ enum: ['c', 'a'], allOf: [{ enum: ['a'] }] }, 'a'],
  [{ $ref: '#/$defs/choice', anyOf: [{ const: 'b' }], $defs: { choice: { enum: ['a', 'b'] } } }, 'b'],
  [{ allOf: [{ enum: ['a', 'b'] }], anyOf: [{ const: 'b' }] }, 'b'],
  [{ type: 'integer', minimum: 0, allOf: [{ minimum: 5 }] }, 5],
  [{ ...string, minLength: 1, allOf: [{ minLength: 10 }] }, 'example---'],
  [{ default: 'x', allOf: [{ const: 'y' }] }, 'y'],
  [{ allOf: [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, string] }, 'a'],
  [{ anyOf: [string, { type: 'null' }], allOf: [{ oneOf: [{ type: 'null' }, { type: 'integer' }] }] }, null],
  [{ enum: ['a', 'b'], default: 'b', anyOf: [{ const: 'a' }] }, 'a'],
  [{ enum: ['c', 'b'], anyOf: [{ const: 'a' }, { const: 'b' }] }, 'b'],
  [{ default: 3, anyOf: [{ ...string, default: 'x' }] }, 'x'],
  [{ $ref: '#/$defs/a', minimum: 0, $defs: { a: { type: 'integer', minimum: 5 } } }, 5],
  [{ type: 'boolean' }, false],
  [{ type: ['null', 'string'] }, 'example'],
  [{ anyOf: [{ type: 'null' }, { type: 'integer' }] }, 1],
  [{ type: 'array', items: string }, ['example']],
  [{ type: 'array', items: string, minItems: 2 }, ['example', 'example']],
  [{ type: 'array', items: string, maxItems: 0 }, []],
  [{ type: 'array', prefixItems: [string, { type: 'integer' }] }, ['example', 1]],
  [
    {
      type: 'object',
      properties: { a: string, b: string, c: { ...string, default: 'x' }, d: { $ref: '#/properties/a' } },
      required: ['a', 'd'],
    },
    { a: 'example', c: 'x', d: 'example' },
  ],
  [{ type: 'object', properties: { a: { ...string, examples: [] }, b: { ...string, examples: ['x'] } } }, { b: 'x' }],
])('the example of %j is %j', (schema, example) => {
  expect(exampleValue(schema, schema)).toEqual(example);
});

const nullable = { anyOf: [string, { type: 'null' }] };

test.each<readonly [outer: JsonFields, inner: JsonFields, example: unknown]>([
  [nullable, { type: 'null' }, null],
  [nullable, { type: 'integer' }, 1],
  [nullable, string, 'example'],
  [nullable, { const: 'x' }, 'x'],
  [{ ...string, default: 'x' }, { const: 'y' }, 'y'],
  [{ ...string, examples: ['x'] }, { enum: ['y'] }, 'y'],
  [{ ...nullable, default: 'x' }, { type: 'null' }, null],
])('the example of the property %j that an alternative narrows with %j is %j', (outer, inner, a) => {
  const schema = {
    type: 'object',
    properties: { kind: { enum: ['a', 'b'] }, a: outer },
    required: ['kind', 'a'],
    oneOf: [{ properties: { kind: { const: 'a' }, a: inner } }, { properties: { kind: { const: 'b' } } }],
  };
  expect(exampleValue(schema, schema)).toEqual({ kind: 'a', a });
});

test('the example of a recursive schema ends', () => {
  const schema = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
  expect(JSON.stringify(exampleValue(schema, schema))).toMatch(/^(?:\{"next":){6}\{\}/);
});

test('the example of a schema with many required properties has a limited number of values', () => {
  const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
    required: names,
  };
  expect(JSON.stringify(exampleValue(schema, schema)).length).toBeLessThan(20_000);
});

test('the example of a schema with many required unions is valid', () => {
  const names = Array.from({ length: 250 }, (_, index) => `p${index}`);
  const alternative = (name: string): JsonFields => ({
    type: 'object',
    properties: { [name]: string },
    required: [name],
  });
  const union = { oneOf: [alternative('a'), alternative('b')] };
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, union])),
    required: names,
  };
  expect(exampleValue(schema, schema)).toEqual(Object.fromEntries(names.map((name) => [name, { a: 'example' }])));
});

test.each(Object.entries(doublings))('the example of a schema that expands to a billion parts ends: %s', (_, form) => {
  const schema = hostileSchema(form);
  expect(JSON.stringify(exampleValue(schema, schema)).length).toBeLessThan(20_000);
});

test.each<JsonFields>([
  { allOf: [{ $ref: '#/$defs/a' }] },
  { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] },
  { oneOf: [{ $ref: '#/$defs/a' }, { allOf: [{ $ref: '#/$defs/a' }] }] },
])('the example of a definition that refers to itself is found at once: %j', (a) => {
  const schema = { $ref: '#/$defs/a', $defs: { a } };
  expect(cpuMs(() => exampleValue(schema, schema))).toBeLessThan(maxHostileMs);
});

test('the example of two definitions that join each other is found at once', () => {
  const part = (name: string): JsonFields => ({ allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }], title: name });
  const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
  const definition = (definitionName: string): JsonFields => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, part(definitionName)])),
    required: names,
  });
  const schema = { $defs: { a: definition('a'), b: definition('b') }, ...part('root') };
  expect(cpuMs(() => exampleValue(schema, schema))).toBeLessThan(maxHostileMs);
});
