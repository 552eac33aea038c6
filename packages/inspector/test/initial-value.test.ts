import { expect, test } from 'vitest';
import { emptyValue } from '../src/page/schema/initial-value.ts';

test('a new item of a schema that only refers to itself is null', () => {
  const root = { $defs: { A: { anyOf: [{ $ref: '#/$defs/A' }] } }, items: { $ref: '#/$defs/A' } };
  expect(emptyValue(root.items, root)).toBeNull();
});

test.each([
  ['string', ''],
  ['integer', 0],
  ['boolean', false],
  ['object', {}],
  ['array', []],
])('a new item of the type %s is an empty value', (type, empty) => {
  expect(emptyValue({ type }, {})).toEqual(empty);
});
