import type { InputRequest } from '@toolwire/core';
import { expect, test } from 'vitest';
import { matchesForm, readAnswer } from '../src/elicitation/input-answers.ts';

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
  ['several of one type', { type: 'array', items: { type: 'string' } }, ['a'], ['a', 1]],
  ['so many of some', { type: 'array', minItems: 1, maxItems: 2 }, ['a'], []],
  ['no more than so many', { type: 'array', maxItems: 1 }, ['a'], ['a', 'b']],
  ['a list', { type: 'array' }, [], 'a'],
  ['a field of no type', {}, { any: 1 }, undefined],
])('form content matches its schema: %s', (_, field, right, wrong) => {
  const schema = { type: 'object', properties: { field }, required: ['field'] };
  expect(matchesForm({ field: right }, schema)).toBe(true);
  if (wrong !== undefined) expect(matchesForm({ field: wrong }, schema)).toBe(false);
  expect(matchesForm({}, schema)).toBe(false);
  expect(matchesForm({}, { ...schema, required: [] })).toBe(true);
});

test.each([
  ['email', 'ada@example.com', 'ada'],
  ['uri', 'https://example.com/a', 'not an address'],
  ['date', '2026-02-28', '2026-02-30'],
  ['date-time', '2026-02-28T12:00:00Z', 'yesterday'],
])('form content is checked for the same formats as tool inputs: %s', (format, right, wrong) => {
  const schema = { type: 'object', properties: { field: { type: 'string', format } } };
  expect(matchesForm({ field: right }, schema)).toBe(true);
  expect(matchesForm({ field: wrong }, schema)).toBe(false);
});

test('form content is reduced to the fields of the form', () => {
  const schema = { type: 'object', properties: { field: { type: 'string' } } };
  const read = (content: object, form: object): unknown =>
    readAnswer({ kind: 'form', message: 'Who?', schema: { ...form } }, { action: 'accept', content });
  const more = { field: 'a', isAdmin: true, toString: 1 };
  expect(read(more, schema)).toEqual({ action: 'accept', content: { field: 'a' } });
  expect(read(more, { ...schema, additionalProperties: true })).toEqual({ action: 'accept', content: more });
  expect(read(more, { ...schema, additionalProperties: {} })).toEqual({ action: 'accept', content: more });
  expect(read(more, { ...schema, additionalProperties: { type: 'string' } })).toEqual({
    action: 'accept',
    content: { field: 'a' },
  });
  expect(read({ other: 1 }, { type: 'object' })).toEqual({ action: 'accept', content: { other: 1 } });
  expect(read(more, { ...schema, additionalProperties: false })).toBeUndefined();
});

test.each([
  ['{"__proto__":{"isAdmin":true}}'],
  ['{"a":{"__proto__":1}}'],
  ['{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['{"a":[1e999]}'],
])('an answer contains nothing that tool inputs must not contain: %s', (json) => {
  const content: unknown = JSON.parse(json);
  const open: InputRequest = { kind: 'form', message: 'Who?', schema: { type: 'object' } };
  expect(readAnswer(open, { action: 'accept', content })).toBeUndefined();
  expect(readAnswer({ kind: 'sampling', params: {} }, { role: 'assistant', content })).toBeUndefined();
  expect(readAnswer({ kind: 'roots' }, { roots: [content] })).toBeUndefined();
  expect(readAnswer(open, { action: 'accept', content: { a: [1] } })).toEqual({
    action: 'accept',
    content: { a: [1] },
  });
});
