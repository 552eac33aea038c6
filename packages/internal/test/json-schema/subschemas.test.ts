import { describe, expect, test } from 'vitest';
import { mapSubschemas, subschemasOf } from '../../src/json-schema/index.ts';

const placesOf = (schema: object, unknownKeywords?: 'keep' | 'enter'): readonly string[] =>
  subschemasOf({ ...schema }, unknownKeywords).map(({ place }) => place.join('/'));

describe('the schemas inside a schema', () => {
  test('are found as single schemas, in lists and by name', () => {
    const schema = {
      not: {},
      items: {},
      anyOf: [{}, true],
      properties: { $ref: {}, items: {} },
      dependentSchemas: { a: {} },
      contentSchema: {},
    };
    expect(placesOf(schema)).toEqual([
      'not',
      'items',
      'anyOf/0',
      'anyOf/1',
      'properties/$ref',
      'properties/items',
      'dependentSchemas/a',
      'contentSchema',
    ]);
  });

  test('do not include the names that a draft-07 dependency lists', () => {
    expect(placesOf({ dependencies: { a: ['b'], b: { required: ['c'] } } })).toEqual(['dependencies/b']);
  });

  test('do not include data that looks like a schema', () => {
    const data = { const: { type: 'string' }, default: { not: {} }, enum: [{}], examples: [{}], required: ['a'] };
    expect(placesOf(data)).toEqual([]);
    expect(placesOf(data, 'enter')).toEqual([]);
  });

  test('are found in unknown keywords only on request', () => {
    const schema = { 'x-shared': { type: 'string' }, 'x-list': [{}], 'x-text': 'text', type: 'object' };
    expect(placesOf(schema)).toEqual([]);
    expect(placesOf(schema, 'enter')).toEqual(['x-shared', 'x-list/0']);
  });
});

test('a schema is copied with changed subschemas, and a property called __proto__ stays a property', () => {
  const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}},"const":{"not":1}}') as object;
  const copy = mapSubschemas({ ...schema }, () => false);
  expect(JSON.stringify(copy)).toBe('{"properties":{"__proto__":false},"const":{"not":1}}');
});
