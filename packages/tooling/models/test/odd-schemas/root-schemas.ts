import type { OddSchemas } from './odd-schema.ts';

const text = { type: 'string' } as const;
const byId = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } as const;
const byName = { type: 'object', properties: { name: text }, required: ['name'] } as const;
const closed = { additionalProperties: false } as const;
const email = {
  type: 'object',
  properties: { kind: { const: 'email' }, to: text },
  required: ['kind', 'to'],
  ...closed,
} as const;
const sms = {
  type: 'object',
  properties: { kind: { const: 'sms' }, number: text, urgent: { type: 'boolean' } },
  required: ['kind', 'number'],
  ...closed,
} as const;

/** Inputs that are not one plain object at the root. */
export const rootSchemas: OddSchemas = {
  root_one_of: {
    input: { type: 'object', oneOf: [email, sms] },
    valid: [
      { kind: 'email', to: 'a' },
      { kind: 'sms', number: '1' },
    ],
    wrong: [{ kind: 'email', number: '1' }, { kind: 'sms' }, { kind: 'fax' }],
  },
  root_any_of: {
    input: { type: 'object', anyOf: [byId, byName] },
    valid: [{ id: 1 }, { name: 'a' }, { id: 1, name: 'a' }],
    wrong: [{}, { id: 'a' }],
  },
  root_one_of_overlapping: {
    input: { type: 'object', oneOf: [byId, byName] },
    valid: [{ id: 1 }, { name: 'a' }],
    wrong: [{}, { id: 1, name: 'a' }],
  },
  root_any_of_without_type: {
    input: { anyOf: [email, sms] },
    valid: [{ kind: 'sms', number: '1', urgent: true }],
    wrong: [{ kind: 'sms', to: 'a' }],
  },
  root_any_of_required: {
    input: {
      type: 'object',
      properties: { id: { type: 'integer' }, name: text },
      anyOf: [{ required: ['id'] }, { required: ['name'] }],
    },
    valid: [{ id: 1 }, { name: 'a' }],
    wrong: [{}],
  },
  root_one_of_required_closed: {
    input: {
      type: 'object',
      properties: { id: { type: 'integer' }, name: text },
      oneOf: [{ required: ['id'] }, { required: ['name'] }],
      ...closed,
    },
    valid: [{ id: 1 }, { name: 'a' }],
    wrong: [{}, { id: 1, name: 'a' }],
  },
  root_one_of_shared: {
    input: { type: 'object', properties: { trace: text }, required: ['trace'], oneOf: [byId, byName] },
    valid: [{ trace: 't', id: 1 }],
    wrong: [{ id: 1 }, { trace: 't' }],
  },
  root_narrowed: {
    input: {
      type: 'object',
      properties: { unit: { type: 'string', enum: ['c', 'k'], description: 'The unit.' }, degrees: { type: 'number' } },
      required: ['unit', 'degrees'],
      oneOf: [
        { properties: { unit: { const: 'c' } } },
        { properties: { unit: { const: 'k' }, degrees: { minimum: 0 } } },
      ],
    },
    valid: [
      { unit: 'c', degrees: -1 },
      { unit: 'k', degrees: 0 },
    ],
    wrong: [
      { unit: 'k', degrees: -1 },
      { unit: 'f', degrees: 1 },
    ],
  },
  root_with_parameter_input: {
    input: { type: 'object', anyOf: [{ type: 'object', properties: { input: text }, required: ['input'] }, byId] },
    valid: [{ input: 'a' }, { id: 1 }],
    wrong: [{ input: 1 }],
  },
  root_odd_names: {
    input: {
      type: 'object',
      anyOf: [{ type: 'object', properties: { $top: { type: 'integer' } }, required: ['$top'] }, byName],
    },
    valid: [{ $top: 1 }],
    wrong: [{ $top: 'a' }, {}],
  },
  root_not: {
    input: { type: 'object', properties: { a: text, b: text }, not: { required: ['a', 'b'] } },
    valid: [{ a: 'x' }],
    wrong: [{ a: 'x', b: 'y' }],
  },
  root_not_in_all_of: {
    input: { type: 'object', properties: { a: text, b: text }, allOf: [{ not: { required: ['a', 'b'] } }] },
    valid: [{ b: 'x' }],
    wrong: [{ a: 'x', b: 'y' }],
  },
  root_enum: {
    input: { type: 'object', enum: [{ mode: 'fast' }, { mode: 'slow' }] },
    valid: [{ mode: 'fast' }],
    wrong: [{ mode: 'other' }],
  },
  root_const: {
    input: { type: 'object', const: { confirm: true } },
    valid: [{ confirm: true }],
    wrong: [{ confirm: false }],
  },
  root_all_of: {
    input: { allOf: [byId, byName] },
    valid: [{ id: 1, name: 'a' }],
    wrong: [{ id: 1 }, { id: 'a', name: 'a' }],
  },
  root_all_of_unions: {
    input: {
      type: 'object',
      allOf: [{ anyOf: [byId, byName] }, { anyOf: [{ required: ['page'] }, { required: ['all'] }] }],
    },
    valid: [{ id: 1, page: 1 }],
    wrong: [{ id: 1 }, { page: 1 }],
  },
  root_reference: {
    input: { type: 'object', $ref: '#/$defs/target', $defs: { target: { oneOf: [email, sms] } } },
    valid: [{ kind: 'email', to: 'a' }],
    wrong: [{ kind: 'email' }],
  },
  root_recursive_union: {
    input: {
      type: 'object',
      oneOf: [
        { type: 'object', properties: { leaf: { type: 'number' } }, required: ['leaf'], ...closed },
        {
          type: 'object',
          properties: { left: { $ref: '#' }, right: { $ref: '#' } },
          required: ['left', 'right'],
          ...closed,
        },
      ],
    },
    valid: [{ leaf: 1 }, { left: { leaf: 1 }, right: { left: { leaf: 1 }, right: { leaf: 2 } } }],
    wrong: [{ left: { leaf: 1 } }, { left: { leaf: 1 }, right: { left: { leaf: 'a' }, right: { leaf: 1 } } }],
  },
  root_conditional: {
    input: {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, more: text },
      if: { properties: { kind: { const: 'b' } }, required: ['kind'] },
      // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
      then: { required: ['more'] },
    },
    valid: [{ kind: 'a' }, { kind: 'b', more: 'x' }],
    wrong: [{ kind: 'b' }],
  },
};
