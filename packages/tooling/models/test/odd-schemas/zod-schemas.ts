import * as z from 'zod';
import type { OddSchemas } from './odd-schema.ts';

const circle = z.object({ type: z.literal('circle'), radius: z.number() });
const square = z.object({ type: z.literal('square'), side: z.number() });

/** Inputs in Zod, some with rules that JSON Schema can't express. */
export const zodSchemas: OddSchemas = {
  zod_discriminated: {
    input: z.discriminatedUnion('type', [circle, square]),
    valid: [{ type: 'circle', radius: 1 }],
    wrong: [{ type: 'circle', side: 1 }],
  },
  zod_discriminated_inside: {
    input: z.object({ shapes: z.array(z.discriminatedUnion('type', [circle, square])) }),
    valid: [{ shapes: [{ type: 'square', side: 1 }] }],
    wrong: [{ shapes: [{ type: 'square' }] }],
  },
  zod_union: {
    input: z.union([z.object({ id: z.int() }), z.object({ name: z.string() })]),
    valid: [{ id: 1 }],
    wrong: [{}],
  },
  zod_intersection: {
    input: z.intersection(z.object({ page: z.int().min(1) }), z.object({ q: z.string() })),
    valid: [{ page: 1, q: 'a' }],
    wrong: [{ page: 0, q: 'a' }, { page: 1 }],
  },
  zod_tuple: {
    input: z.object({ at: z.tuple([z.string(), z.number()]) }),
    valid: [{ at: ['a', 1] }],
    wrong: [{ at: [1, 'a'] }, { at: ['a'] }],
  },
  zod_tuple_with_rest: {
    input: z.object({ row: z.tuple([z.string()]).rest(z.number()) }),
    valid: [{ row: ['a', 1] }],
    wrong: [{ row: ['a', 'b'] }, { row: [] }],
  },
  zod_record: {
    input: z.object({ sizes: z.record(z.enum(['s', 'm']), z.number()) }),
    valid: [{ sizes: { s: 1, m: 2 } }],
    wrong: [{ sizes: { s: 1 } }, { sizes: { s: 1, m: 2, l: 3 } }],
  },
  zod_strict: { input: z.strictObject({ q: z.string() }), valid: [{ q: 'a' }], wrong: [{ q: 'a', other: 1 }] },
  zod_template: {
    input: z.object({ id: z.templateLiteral(['user_', z.int()]) }),
    valid: [{ id: 'user_1' }],
    wrong: [{ id: 'user' }],
  },
  zod_refined: {
    input: z.object({ from: z.int(), to: z.int() }).refine(({ from, to }) => from <= to),
    valid: [{ from: 1, to: 2 }],
    wrong: [{ from: 2, to: 1 }, { from: 1 }],
  },
  zod_refined_union: {
    input: z.union([circle, square]).refine((one) => !('radius' in one) || one.radius > 0),
    valid: [{ type: 'circle', radius: 1 }],
    wrong: [{ type: 'circle', radius: 0 }, { type: 'circle' }],
  },
};
