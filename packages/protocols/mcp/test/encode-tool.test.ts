import { describe, expect, test } from 'vitest';
import { outputShape, wrapSchema } from '../src/tools/wrapped-output.ts';
import { fitsSchema } from './support/schemas.ts';

describe('the { result } schema', () => {
  test('contains the schema of the value and requires it', () => {
    expect(wrapSchema({ type: 'number' })).toEqual({
      type: 'object',
      properties: { result: { type: 'number' } },
      required: ['result'],
    });
  });

  test('keeps the targets of references', () => {
    const tree = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      anyOf: [{ type: 'null' }, { $ref: '#/$defs/node' }],
      $defs: { node: { type: 'object', properties: { left: { $ref: '#' }, right: { $ref: '#/$defs/node' } } } },
    };
    const wrapped = wrapSchema(tree);
    expect(wrapped).toEqual({
      $schema: tree.$schema,
      type: 'object',
      required: ['result'],
      properties: {
        result: {
          anyOf: [{ type: 'null' }, { $ref: '#/properties/result/$defs/node' }],
          $defs: {
            node: {
              type: 'object',
              properties: {
                left: { $ref: '#/properties/result' },
                right: { $ref: '#/properties/result/$defs/node' },
              },
            },
          },
        },
      },
    });
    expect(fitsSchema(wrapped, { result: { left: { right: { left: null } } } })).toBe(true);
    expect(fitsSchema(wrapped, { result: { left: { right: 7 } } })).toBe(false);
    expect(fitsSchema(wrapped, {})).toBe(false);
  });

  test('leaves data, names, anchors and references to other documents unchanged', () => {
    const schema = {
      enum: [{ $ref: '#/a' }],
      const: { $ref: '#/a' },
      default: { $ref: '#/a' },
      examples: [{ $ref: '#/a' }],
      properties: { $ref: { type: 'string' }, const: { $ref: '#/$defs/a' } },
      items: [{ $ref: '#anchor' }, { $ref: 'https://schemas.example.com/a#/b' }],
    };
    expect(wrapSchema(schema)['properties']).toEqual({
      result: { ...schema, properties: { ...schema.properties, const: { $ref: '#/properties/result/$defs/a' } } },
    });
  });

  test('leaves schemas with $id unchanged, since they are the base of their references', () => {
    const inner = { $id: 'https://schemas.example.com/inner', $ref: '#/$defs/a', $defs: { a: { type: 'string' } } };
    const wrapped = wrapSchema({ anyOf: [inner, { $id: '#old', $ref: '#/$defs/b' }], $defs: { b: true } });
    expect(wrapped['properties']).toMatchObject({
      result: { anyOf: [inner, { $ref: '#/properties/result/$defs/b' }] },
    });
    expect(wrapSchema(inner)['properties']).toEqual({ result: inner });
  });
});

test.each([
  [null, 'nothing'],
  [{}, 'anything'],
  [{ type: 'object' }, 'object'],
  [{ type: ['object', 'null'] }, 'other'],
  [{ $ref: '#/$defs/a' }, 'other'],
  [{ type: 'string' }, 'other'],
] as const)('a tool whose output is %j returns %s', (schema, shape) => {
  expect(outputShape(schema)).toBe(shape);
});
