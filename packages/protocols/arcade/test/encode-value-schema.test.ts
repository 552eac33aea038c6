import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowsNull, encodeValueSchema } from '../src/encode-value-schema.ts';

const type = (schema: unknown): unknown => encodeValueSchema(schema).val_type;

describe('a value schema in the format of Arcade', () => {
  test.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'integer'],
    [{ type: ['number', 'null'] }, 'number'],
    [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, 'boolean'],
    [{ type: 'object' }, 'json'],
    [{ type: 'array' }, 'array'],
    [{ type: ['string', 'number'] }, 'json'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'json'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ enum: [1, 2] }, 'json'],
    [{}, 'json'],
    [true, 'json'],
    [undefined, 'json'],
    [{ type: 'constructor' }, 'json'],
  ])('%j is %s', (schema, expected) => {
    expect(type(schema)).toBe(expected);
  });

  test('describes the contents of objects and lists', () => {
    const person = {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      required: ['name', 'age'],
    };
    expect(encodeValueSchema(person)).toMatchObject({
      properties: { name: { val_type: 'string' }, age: { val_type: 'integer' } },
      required_keys: ['age', 'name'],
    });
    expect(encodeValueSchema({ type: 'array', items: person })).toMatchObject({
      inner_val_type: 'json',
      inner_properties: { name: { val_type: 'string' } },
      inner_required_keys: ['age', 'name'],
    });
    expect(encodeValueSchema({ type: 'array', items: { type: 'array' } })).toMatchObject({ inner_val_type: 'json' });
    expect(encodeValueSchema({ type: 'string', enum: ['a'], description: 'A letter' })).toMatchObject({
      enum: ['a'],
      description: 'A letter',
    });
  });

  test('contains whether it may be null', () => {
    expect(encodeValueSchema({ type: ['string', 'null'] }).nullable).toBe(true);
    expect(encodeValueSchema({ type: 'string' }).nullable).toBeNull();
    expect(allowsNull({ oneOf: [{ type: 'null' }, { type: 'string' }] })).toBe(true);
  });

  test.each([
    [
      { type: 'array', items: { type: 'string' } },
      { val_type: 'array', inner_val_type: 'string' },
    ],
    [
      { type: 'string', enum: ['a', 'b'] },
      { val_type: 'string', enum: ['a', 'b'] },
    ],
    [
      { type: 'object', description: 'A name', properties: { first: { type: 'string' } }, required: ['first'] },
      { properties: { first: { val_type: 'string' } }, required_keys: ['first'], description: 'A name' },
    ],
  ])('describes %j in the same way if it may also be null', (schema, described) => {
    expect(encodeValueSchema(schema)).toMatchObject({ ...described, nullable: null });
    expect(encodeValueSchema({ anyOf: [schema, { type: 'null' }] })).toMatchObject({ ...described, nullable: true });
    const list = encodeValueSchema({ type: 'array', items: { oneOf: [{ type: 'null' }, schema] } });
    expect(list.inner_properties).toEqual(encodeValueSchema(schema).properties);
  });

  test('leaves null out of the choices', () => {
    const described = { val_type: 'string', enum: ['a'], nullable: true };
    expect(encodeValueSchema({ type: ['string', 'null'], enum: ['a', null] })).toMatchObject(described);
    expect(encodeValueSchema({ enum: ['a', null] })).toMatchObject(described);
    expect(encodeValueSchema({ enum: ['a'] }).nullable).toBeNull();
  });

  test('never throws, whatever the schema', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        expect(encodeValueSchema(schema)).toHaveProperty('val_type');
      }),
    );
  });
});
