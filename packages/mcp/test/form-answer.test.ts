import { expect, test } from 'vitest';
import { fitsForm } from '../src/asking/form-answer.ts';

const titled = [
  { const: 'r', title: 'Red' },
  { const: 'b', title: 'Blue' },
];

test.each([
  ['a text', { type: 'string' }, 'a', 7],
  ['a text of some length', { type: 'string', minLength: 2, maxLength: 3 }, '😀😀', '😀'],
  ['a text that is not too long', { type: 'string', maxLength: 3 }, 'abc', 'abcd'],
  ['a number', { type: 'number' }, 1.5, '1.5'],
  ['a number that is not too small', { type: 'number', minimum: 18 }, 18, 17],
  ['a number that is not too large', { type: 'number', maximum: 5 }, 5, 6],
  ['a whole number', { type: 'integer' }, 2, 2.5],
  ['yes or no', { type: 'boolean' }, false, 'false'],
  ['one of some', { type: 'string', enum: ['a', 'b'] }, 'b', 'c'],
  ['one of some with titles', { type: 'string', oneOf: titled }, 'b', 'Blue'],
  ['several of some', { type: 'array', items: { enum: ['a', 'b'] } }, ['a', 'b'], ['a', 'c']],
  ['several of some with titles', { type: 'array', items: { anyOf: titled } }, ['r'], ['Red']],
  ['so many of some', { type: 'array', minItems: 1, maxItems: 2 }, ['a'], []],
  ['no more than so many', { type: 'array', maxItems: 1 }, ['a'], ['a', 'b']],
  ['a list', { type: 'array' }, [], 'a'],
  ['a field of no type', {}, { any: 1 }, undefined],
])('a form is filled in with what it asks for: %s', (_, field, right, wrong) => {
  const schema = { type: 'object', properties: { field }, required: ['field'] };
  expect(fitsForm({ field: right }, schema)).toBe(true);
  if (wrong !== undefined) expect(fitsForm({ field: wrong }, schema)).toBe(false);
  expect(fitsForm({}, schema)).toBe(false);
  expect(fitsForm({}, { ...schema, required: [] })).toBe(true);
});

test('a form may have no fields, and more may be filled in than it asks for', () => {
  expect(fitsForm({ other: 1 }, { type: 'object' })).toBe(true);
  expect(fitsForm({ other: 1 }, { type: 'object', properties: { field: true } })).toBe(true);
});
