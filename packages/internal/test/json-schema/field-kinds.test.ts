import { expect, it } from 'vitest';
import { fieldTypeOf } from '../../src/json-schema/index.ts';

it.each([
  [['null', 'string'], 'string'],
  [['integer', 'null'], 'integer'],
  [['null'], 'null'],
])('reads the type %j as %s', (type, expected) => {
  expect(fieldTypeOf({ type })).toBe(expected);
});
