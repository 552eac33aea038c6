import { expect, it } from 'vitest';
import { readField } from '../src/terminal/elicit.ts';

it.each([
  ['a', { value: 'a' }],
  ['A', { value: 'A' }],
  ['B', { value: 'b' }],
  ['second', { value: 'b' }],
  ['c', { problem: 'Type one of A, a, b.' }],
])('a choice is its exact value, or else its value or title in any case: %j', (text, value) => {
  expect(readField(text, { enum: ['A', 'a', 'b'], enumNames: ['First', 'Other', 'Second'] })).toEqual(value);
});

it('a choice that is typed twice counts once', () => {
  const field = { type: 'array', items: { enum: ['x', 'y'] }, minItems: 2 };
  expect(readField('x, y, x', field)).toEqual({ value: ['x', 'y'] });
  expect(readField('x, x', field)).toEqual({ problem: 'At least 2 choices.' });
});

it('a list that may be empty can be left empty', () => {
  expect(readField('', { type: 'array', items: { enum: ['x'] } })).toEqual({ value: [] });
});
