import type { OddSchemas } from './odd-schema.ts';
import { oneParameter } from './one-parameter.ts';

/** Values with unusual limits. */
export const valueSchemas: OddSchemas = {
  constant: oneParameter({ const: 2 }, [2], [1]),
  constant_null: oneParameter({ const: null }, [null], [1]),
  constant_object: oneParameter({ const: { a: [1] } }, [{ a: [1] }], [{ a: [2] }]),
  mixed_enum: oneParameter({ enum: ['a', 1, null] }, ['a', 1, null], ['b', 2]),
  enum_of_objects: oneParameter({ enum: [{ a: 1 }, { b: 2 }] }, [{ a: 1 }], [{ a: 2 }]),
  nullable: oneParameter({ type: ['string', 'null'] }, ['a', null], [1]),
  nullable_enum: oneParameter({ type: ['string', 'null'], enum: ['s', null] }, ['s', null], ['m']),
  nullable_of_openapi: oneParameter({ type: 'string', nullable: true }, ['a', null], [1]),
  type_list: oneParameter({ type: ['string', 'integer'], minimum: 1, maxLength: 1 }, ['a', 1], [0, 'ab', true]),
  always_null: oneParameter({ type: 'null' }, [null], [0]),
  bounds: oneParameter({ type: 'integer', minimum: 1, maximum: 3 }, [1, 3], [0, 4, 1.5]),
  exclusive_bounds: oneParameter({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, [0.5], [0, 1]),
  exclusive_integer: oneParameter({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 }, [1, 8], [0, 9]),
  multiple: oneParameter({ type: 'integer', multipleOf: 5 }, [10], [7]),
  text_length: oneParameter({ type: 'string', minLength: 1, maxLength: 3 }, ['ab'], ['', 'abcd']),
  pattern: oneParameter({ type: 'string', pattern: '^[a-z]+$' }, ['ab'], ['A']),
  format: oneParameter({ type: 'string', format: 'date' }, ['2026-01-31'], ['31 January']),
  format_uri: oneParameter({ type: 'string', format: 'uri' }, ['https://example.com'], ['example']),
  not_value: oneParameter({ type: 'string', not: { enum: ['no'] } }, ['yes'], ['no']),
  not_type: oneParameter({ not: { type: 'string' } }, [1], ['a']),
};
