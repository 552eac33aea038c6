import { expect, test } from 'vitest';
import { mayOverlap } from '../src/schema/overlapping-choices.ts';

const root = {
  $defs: { text: { type: 'string' }, count: { type: 'integer' }, node: { $ref: '#/$defs/text' } },
};
const kind = (value: string): object => ({
  type: 'object',
  properties: { kind: { const: value } },
  required: ['kind'],
});
const closed = { type: 'object', properties: { a: {} }, additionalProperties: false };

test.each([
  ['different types', { $ref: '#/$defs/node' }, { $ref: '#/$defs/count' }, false],
  ['the same type', { $ref: '#/$defs/node' }, { $ref: '#/$defs/text' }, true],
  ['different constants', { const: 1 }, { enum: [2, 'a'] }, false],
  ['a constant of another type', { const: 'auto' }, { type: 'integer' }, false],
  ['a constant of the type', { const: 1 }, { type: 'integer' }, true],
  ['different constants of a required property', kind('a'), kind('b'), false],
  ['an optional property', kind('a'), { ...kind('b'), required: [] }, false],
  ['optional properties', { ...kind('a'), required: [] }, { ...kind('b'), required: [] }, true],
  ['a required property of an object that may be another value', { ...kind('a'), type: [] }, {}, true],
  ['a required property that a closed object does not name', kind('a'), closed, false],
])('alternatives with %s: %j, %j', (_, first, second, expected) => {
  expect(mayOverlap([first, second], root)).toBe(expected);
});
