import { expect, it } from 'vitest';
import { schemaText } from '../src/terminal/schema-text.ts';

const text = { type: 'string' };
const fields = { type: 'object', properties: { a: { type: 'number' }, b: text }, required: ['a'] };
const ab = { type: 'object', properties: { a: text, b: text } };

it.each([
  [text, 'string'],
  [{ type: 'string', format: 'date' }, 'string (date)'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['open', 3, null] }, '"open" | 3 | null'],
  [{ const: 'post' }, '"post"'],
  [{ anyOf: [text, { type: 'number' }, text] }, 'string | number'],
  [{ oneOf: [fields, { const: 1 }] }, '{ a: number, b?: string } | 1'],
  [{ allOf: [{ $ref: '#/$defs/Base' }, fields] }, 'Base & { a: number, b?: string }'],
  [{ type: 'array', items: text }, 'list of string'],
  [{ type: 'array', items: { anyOf: [text, { type: 'null' }] } }, 'list of (string | null)'],
  [{ type: 'object', additionalProperties: text }, 'map of string'],
  [{ type: 'object' }, 'object'],
  [{ ...ab, anyOf: [{ required: ['a'] }, { required: ['b'] }] }, '{ a?: string, b?: string }'],
  [{ ...ab, allOf: [{ if: { required: ['a'] }, else: { required: ['b'] } }] }, '{ a?: string, b?: string }'],
  [{ properties: { a: text }, allOf: [{ properties: { b: text } }] }, '{ a?: string } & { b?: string }'],
  [{ properties: { a: text }, oneOf: [fields, { const: 1 }] }, '{ a?: string } & ({ a: number, b?: string } | 1)'],
  [{ type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] }, '"a" | "b"'],
  [{ type: 'object', allOf: [{ $ref: '#/$defs/Base' }] }, 'Base'],
  [{ anyOf: [text, {}] }, 'anything'],
  [{ anyOf: [text], oneOf: [text] }, 'string'],
  [{ ...ab, type: ['object', 'null'] }, '{ a?: string, b?: string } | null'],
  [{ type: ['array', 'null'], items: text }, 'list of string | null'],
  [{ type: ['string', 'null'], format: 'date' }, 'string (date) | null'],
  [{ type: 'array', items: { allOf: [text, { const: 1 }] } }, 'list of (string & 1)'],
  [{ type: 'array', items: { properties: { a: { enum: ['x', 'y'] } } } }, 'list of { a?: "x" | "y" }'],
  [{ type: 'object', additionalProperties: { type: ['string', 'null'] } }, 'map of (string | null)'],
  [{ allOf: [{ anyOf: [text, { const: 1 }] }, { enum: ['a'] }] }, '(string | 1) & "a"'],
  [{ anyOf: [{ allOf: [text, { const: 1 }] }, { anyOf: [{ const: 2 }, { const: 3 }] }] }, '(string & 1) | 2 | 3'],
  [{}, 'anything'],
  [true, 'anything'],
  [false, 'nothing'],
])('shows the schema %j as a type', (schema, expected) => {
  expect(schemaText(schema)).toBe(expected);
});

it('shortens objects that are deeply nested', () => {
  const nested = [1, 2, 3, 4].reduce<object>((inner) => ({ type: 'object', properties: { in: inner } }), text);
  expect(schemaText(nested)).toBe('{ in?: { in?: { in?: { … } } } }');
});
