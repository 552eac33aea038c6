import { expect, it } from 'vitest';
import { mayAcceptNull, membersOf } from '../src/schema/schema-members.ts';

it.each([
  { type: 'null' },
  { type: ['string', 'null'] },
  { anyOf: [{ type: 'string' }, { type: 'null' }] },
  { oneOf: [{ type: 'string' }, { minLength: 1 }] },
  { enum: ['a', null] },
  { const: null },
  { $ref: '#/$defs/unclear' },
  {},
])('%j may accept null', (schema) => {
  expect(mayAcceptNull(schema)).toBe(true);
});

it.each([
  { type: 'string' },
  { type: ['string', 'number'] },
  { type: 'string', anyOf: [{ minLength: 1 }, { pattern: '^-$' }] },
  { type: 'string', enum: ['a', null] },
  { type: ['string', 'null'], enum: ['a'] },
  { anyOf: [{ type: 'string' }, { const: 1 }] },
  { const: 'a' },
])('%j does not accept null', (schema) => {
  expect(mayAcceptNull(schema)).toBe(false);
});

it('a property is optional if one of the schemas that define it does not require it', () => {
  const [one, other] = [{ type: 'string' }, { minLength: 1 }];
  const members = membersOf([
    { properties: { both: one, first: one }, required: ['both', 'first'] },
    { properties: { both: other }, required: ['first'] },
  ]);
  expect(members.get('both')).toEqual({ schemas: [one, other], isOptional: true });
  expect(members.get('first')).toEqual({ schemas: [one], isOptional: false });
});
