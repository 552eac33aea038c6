import type { OddSchemas } from './odd-schema.ts';
import { oneParameter } from './one-parameter.ts';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const byId = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } as const;
const byName = { type: 'object', properties: { name: text }, required: ['name'] } as const;
const circle = {
  type: 'object',
  properties: { type: { const: 'circle' }, radius: number },
  required: ['type', 'radius'],
};
const square = { type: 'object', properties: { type: { const: 'square' }, side: number }, required: ['type', 'side'] };
const shape = { oneOf: [circle, square] };
const pair = { type: 'array', prefixItems: [number, number], items: false, minItems: 2 } as const;
const entry = { type: 'array', prefixItems: [text, number], items: false, minItems: 2 } as const;

/** Unions and tuples inside an input. */
export const nestedSchemas: OddSchemas = {
  one_of: oneParameter(shape, [{ type: 'circle', radius: 1 }], [{ type: 'circle', side: 1 }, { type: 'other' }]),
  one_of_types: oneParameter({ oneOf: [text, { type: 'integer' }] }, ['a', 1], [true, 1.5]),
  one_of_overlapping: oneParameter({ oneOf: [{ minimum: 5, ...number }, { type: 'integer' }] }, [5.5, 1], [7, 1.5]),
  any_of_required: oneParameter(
    { type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    [{ a: 'x' }],
    [{}],
  ),
  any_of_closed: oneParameter(
    {
      type: 'object',
      properties: { a: text, b: text },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
      additionalProperties: false,
    },
    [{ b: 'x' }],
    [{}, { a: 'x', c: 1 }],
  ),
  any_of_texts: oneParameter(
    { type: 'string', anyOf: [{ maxLength: 2 }, { pattern: '^long' }] },
    ['ab', 'long one'],
    ['other', 1],
  ),
  union_in_union: oneParameter(
    { anyOf: [shape, byId] },
    [{ type: 'square', side: 1 }, { id: 1 }],
    [{ type: 'circle' }],
  ),
  union_in_list: oneParameter(
    { type: 'array', items: shape },
    [[{ type: 'circle', radius: 1 }]],
    [[{ type: 'circle' }]],
  ),
  nullable_union: oneParameter({ anyOf: [circle, square, { type: 'null' }] }, [null], [{ type: 'circle' }, 1]),
  all_of: oneParameter({ allOf: [byId, byName] }, [{ id: 1, name: 'a' }], [{ id: 1 }]),
  all_of_bounds: oneParameter({ ...number, allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1.5], [3, 0]),
  all_of_union: oneParameter(
    { allOf: [{ anyOf: [byId, byName] }, { required: ['page'] }] },
    [{ id: 1, page: 2 }],
    [{ id: 1 }],
  ),
  tuple: oneParameter(pair, [[1, 2]], [[1], [1, 2, 3], [1, 'a']]),
  tuple_of_kinds: oneParameter(entry, [['a', 1]], [[1, 'a'], ['a'], ['a', 1, 1]]),
  tuple_open: oneParameter({ type: 'array', prefixItems: [text, number] }, [['a', 1, true], []], [[1], ['a', 'b']]),
  tuple_with_rest: oneParameter(
    { type: 'array', prefixItems: [text], items: number, minItems: 1 },
    [['a', 1, 2]],
    [[1], ['a', 'b'], []],
  ),
  tuple_optional_end: oneParameter(
    { type: 'array', prefixItems: [text, number], items: false, minItems: 1 },
    [['a'], ['a', 1]],
    [[], [1], ['a', 1, 1]],
  ),
  tuple_of_draft_7: oneParameter(
    { type: 'array', items: [text, number], additionalItems: false, minItems: 2 },
    [['a', 1]],
    [
      [1, 'a'],
      ['a', 1, 1],
    ],
  ),
  tuple_in_tuple: oneParameter(
    { type: 'array', prefixItems: [text, entry], items: false, minItems: 2 },
    [['a', ['b', 1]]],
    [
      ['a', [1, 'b']],
      [['b', 1], 'a'],
    ],
  ),
  tuples_in_list: oneParameter({ type: 'array', items: entry }, [[['a', 1]], []], [[[1, 'a']]]),
  tuple_of_objects: oneParameter(
    { type: 'array', prefixItems: [byId, byName], items: false, minItems: 2 },
    [[{ id: 1 }, { name: 'a' }]],
    [[{ name: 'a' }, { id: 1 }]],
  ),
  tuple_of_constants: oneParameter(
    { type: 'array', prefixItems: [{ const: 'from' }, text], items: false, minItems: 2 },
    [['from', 'a']],
    [['a', 'from']],
  ),
  tuple_or_text: oneParameter({ anyOf: [pair, text] }, [[1, 2], 'a'], [[1], 1]),
  tuple_unevaluated: oneParameter(
    { type: 'array', prefixItems: [text], unevaluatedItems: number },
    [['a', 1]],
    [['a', 'b'], [1]],
  ),
};
