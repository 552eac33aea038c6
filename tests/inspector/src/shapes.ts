import { z } from 'zod';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A schema that forms find hard, and a value that is to be filled in. */
export interface Shape {
  readonly name: string;
  readonly input: z.ZodType | Readonly<Record<string, unknown>>;
  readonly value: { readonly [name: string]: Json };
}

interface Tree {
  readonly name: string;
  readonly children?: readonly Tree[] | undefined;
}

const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(tree).optional();
  },
});

const object = (
  properties: Readonly<Record<string, unknown>>,
  more: object = {},
): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties,
  ...more,
});

/** One for each form of schema that others' forms are known to fail at. */
export const shapes: readonly Shape[] = [
  {
    name: 'Recursive',
    input: z.object({ root: tree }),
    value: { root: { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }, { name: 'd' }] } },
  },
  {
    name: 'RecursiveRoot',
    input: object({ word: { type: 'string' }, next: { $ref: '#' } }),
    value: { word: 'a', next: { word: 'b', next: { word: 'c' } } },
  },
  {
    name: 'RootUnion',
    input: {
      type: 'object',
      oneOf: [
        object({ kind: { const: 'square' }, side: { type: 'number' } }, { required: ['kind', 'side'] }),
        object({ kind: { const: 'circle' }, radius: { type: 'number' } }, { required: ['kind', 'radius'] }),
      ],
    },
    value: { kind: 'circle', radius: 2 },
  },
  {
    name: 'NestedUnion',
    input: z.object({
      shapes: z.array(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('square'), side: z.number() }),
          z.object({ kind: z.literal('text'), words: z.union([z.string(), z.array(z.string())]) }),
        ]),
      ),
      either: z.union([z.number(), z.string(), z.boolean()]),
    }),
    value: {
      shapes: [
        { kind: 'square', side: 3 },
        { kind: 'text', words: ['a', 'b'] },
      ],
      either: 'b',
    },
  },
  {
    name: 'Tuple',
    input: object({
      point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false },
      open: { type: 'array', prefixItems: [{ type: 'boolean' }], items: { type: 'integer' } },
      lists: { type: 'array', items: { type: 'array', items: { type: 'array', items: { type: 'number' } } } },
    }),
    value: { point: [1.5, 'north'], open: [true, 2, 3], lists: [[[1], [2, 3]], []] },
  },
  {
    name: 'Record',
    input: z.object({
      prices: z.record(z.string(), z.number()),
      groups: z.record(z.string(), z.object({ members: z.array(z.string()) })),
    }),
    value: { prices: { 'a/b~c': 1, tea: 2.5 }, groups: { first: { members: ['Ada'] } } },
  },
  {
    name: 'RootRecord',
    input: { type: 'object', additionalProperties: { type: 'integer' } },
    value: { one: 1, two: 2 },
  },
  {
    name: 'Nullable',
    input: z.object({
      text: z.string().nullable(),
      other: z.number().nullable(),
      list: z.array(z.string().nullable()),
    }),
    value: { text: null, other: 4, list: [null, 'a'] },
  },
  {
    name: 'Defaults',
    input: z.object({
      limit: z.number().default(10),
      order: z.enum(['up', 'down']).default('up'),
      word: z.string().optional(),
    }),
    value: { order: 'down' },
  },
  {
    name: 'Formats',
    input: object({
      when: { type: 'string', format: 'date-time' },
      mail: { type: 'string', format: 'email' },
      id: { type: 'string', format: 'uuid' },
      url: { type: 'string', format: 'uri' },
      day: { type: 'string', format: 'date' },
    }),
    value: {
      when: '2026-11-25T10:00:00Z',
      mail: 'ada@example.com',
      id: '0b0f0f5e-9d1c-4f6e-8a43-6f0f6d9f3b2a',
      url: 'https://example.com/a?b=c',
      day: '2026-11-25',
    },
  },
  {
    name: 'Joined',
    input: object({
      both: { allOf: [object({ a: { type: 'string' } }, { required: ['a'] }), object({ b: { type: 'integer' } })] },
      any: {},
      choice: { enum: ['a', 1, null, true] },
    }),
    value: { both: { a: 'x', b: 1 }, any: { deep: [1, { x: null }] }, choice: 1 },
  },
  {
    name: 'Names',
    input: object({
      constructor: { type: 'string' },
      'with space "and quotes"': { type: 'string' },
      'ü/~': { type: 'integer' },
    }),
    value: { constructor: 'a', 'with space "and quotes"': 'b', 'ü/~': 3 },
  },
  {
    name: 'File',
    input: object({ data: { type: 'string', contentEncoding: 'base64' } }),
    value: { data: 'AAEC' },
  },
];
