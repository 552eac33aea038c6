import { expect, test } from 'vitest';
import { exampleValue, type JsonFields } from '../../src/json-schema/index.ts';
import { doublings, hostileSchema } from '../shared/index.ts';

const string = { type: 'string' };

test.each<readonly [schema: JsonFields, example: unknown]>([
  [{ ...string, examples: ['a', 'b'], default: 'c' }, 'a'],
  [{ ...string, examples: [], default: 'c' }, 'c'],
  [{ ...string, enum: ['a', 'b'] }, 'a'],
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
  [{ type: 'number', minimum: 0.1, exclusiveMaximum: 1 }, 0.1],
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
])('the example of %j is %j', (schema, example) => {
  expect(exampleValue(schema, schema)).toEqual(example);
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

test.each(Object.entries(doublings))('the example of a schema that expands to a billion parts ends: %s', (_, form) => {
  const schema = hostileSchema(form);
  expect(JSON.stringify(exampleValue(schema, schema)).length).toBeLessThan(20_000);
});
