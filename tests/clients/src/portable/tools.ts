import type { SchemaSource } from '@toolwire/core';
import * as z from 'zod';

const kind = <const Kind extends string>(name: Kind) => z.literal(name);
const email = z.object({ kind: kind('email'), to: z.email(), subject: z.string() });
const sms = z.object({ kind: kind('sms'), number: z.string(), urgent: z.boolean() });
const push = z.object({ kind: kind('push'), device: z.string(), badge: z.number().int() });
const point = z.tuple([z.number(), z.number()]);
const address = z.object({ street: z.string(), city: z.string(), zip: z.string().regex(/^\d{5}$/) });
const page = z.object({ page: z.number().int().min(1), size: z.number().int().max(100) });
const money = z.object({ amount: z.number(), currency: z.enum(['EUR', 'USD', 'NOK']) });
const node = z.object({
  name: z.string(),
  get children() {
    return z.array(node);
  },
});
const shape = z.discriminatedUnion('type', [
  z.object({ type: kind('circle'), radius: z.number() }),
  z.object({ type: kind('square'), side: z.number() }),
]);
const text = { type: 'string' } as const;
const byId = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } as const;
const byName = { type: 'object', properties: { name: text }, required: ['name'] } as const;
const one = (input: z.core.$ZodShape) => z.object(input);

/** Sixty-six inputs of tools as people write them, by the name of each tool. */
export const portableInputs: Readonly<Record<string, SchemaSource | undefined>> = {
  // No parameters.
  none: undefined,
  none_of_zod: z.object({}),
  none_strict: z.strictObject({}),
  none_plain: { type: 'object' },
  none_listed: { type: 'object', properties: {} },
  // Plain parameters.
  one_text: one({ q: z.string() }),
  optional_text: one({ q: z.string(), limit: z.number().int().optional() }),
  defaults: one({ q: z.string(), limit: z.number().int().default(10) }),
  flags: one({ dry: z.boolean(), force: z.boolean().optional() }),
  chosen: one({ unit: z.enum(['celsius', 'kelvin']), city: z.string() }),
  numbers: one({ ids: z.array(z.number().int()) }),
  formats: one({ mail: z.email(), at: z.iso.datetime(), page: z.url(), id: z.uuid() }),
  bounds: one({ n: z.number().min(0).max(10).multipleOf(2), s: z.string().min(1).max(9) }),
  strict: z.strictObject({ q: z.string() }),
  nested: one({ address, billing: address.optional() }),
  listed: one({ addresses: z.array(address) }),
  pages: one({ q: z.string(), paging: page }),
  plain: { type: 'object', properties: { q: text, n: { type: 'number' } }, required: ['q'] },
  plain_any: { type: 'object', properties: { q: text, any: true }, required: ['q'] },
  deep: one({ a: one({ b: one({ c: one({ d: z.string() }) }) }) }),
  // A union at the root.
  root_union: z.discriminatedUnion('kind', [email, sms]),
  root_union_of_three: z.discriminatedUnion('kind', [email, sms, push]),
  root_union_plain: z.union([one({ id: z.number().int() }), one({ name: z.string() })]),
  root_one_of: { type: 'object', oneOf: [byId, byName] },
  root_any_of: { type: 'object', anyOf: [byId, byName] },
  root_any_of_required: {
    type: 'object',
    properties: { id: { type: 'integer' }, name: text },
    anyOf: [{ required: ['id'] }, { required: ['name'] }],
  },
  root_all_of: { allOf: [byId, byName] },
  root_intersection: z.intersection(page, one({ q: z.string() })),
  root_union_with_null: z.discriminatedUnion('kind', [
    one({ kind: kind('set'), value: z.string().nullable() }),
    one({ kind: kind('unset') }),
  ]),
  root_one_of_shared: {
    type: 'object',
    properties: { trace: text },
    required: ['trace'],
    oneOf: [byId, byName],
  },
  root_referred: { type: 'object', $ref: '#/$defs/byId', $defs: { byId } },
  root_not: { type: 'object', properties: { a: text, b: text }, not: { required: ['a', 'b'] } },
  // A union inside.
  union_inside: one({ target: z.discriminatedUnion('kind', [email, sms]) }),
  union_optional: one({ target: z.discriminatedUnion('kind', [email, sms]).optional() }),
  unions_listed: one({ targets: z.array(z.discriminatedUnion('kind', [email, sms, push])) }),
  shapes: one({ shapes: z.array(shape) }),
  text_or_number: one({ value: z.union([z.string(), z.number()]) }),
  one_of_inside: { type: 'object', properties: { by: { oneOf: [byId, byName] } }, required: ['by'] },
  one_of_texts: { type: 'object', properties: { by: { oneOf: [text, { type: 'integer' }] } } },
  union_in_union: one({ what: z.union([shape, one({ type: kind('none') })]) }),
  // Tuples.
  tuple: one({ at: point }),
  tuple_optional: one({ at: point.optional() }),
  tuples_listed: one({ path: z.array(point) }),
  tuple_of_kinds: one({ entry: z.tuple([z.string(), z.number(), z.boolean()]) }),
  tuple_with_rest: one({ row: z.tuple([z.string()]).rest(z.number()) }),
  tuple_plain: {
    type: 'object',
    properties: { at: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false } },
  },
  // Constants.
  constant: one({ version: z.literal(1), q: z.string() }),
  constants: one({ mode: z.literal(['fast', 'slow']) }),
  constant_optional: one({ confirm: z.literal(true).optional() }),
  constant_plain: { type: 'object', properties: { kind: { const: 'only' } }, required: ['kind'] },
  // Nullable values.
  nullable: one({ note: z.string().nullable() }),
  nullish: one({ note: z.string().nullish() }),
  nullable_object: one({ price: money.nullable() }),
  nullable_list: one({ tags: z.array(z.string()).nullable() }),
  nullable_choice: one({ unit: z.enum(['c', 'k']).nullable() }),
  nullable_types: { type: 'object', properties: { note: { type: ['string', 'null'] } }, required: ['note'] },
  nullable_of_openapi: { type: 'object', properties: { note: { type: 'string', nullable: true } } },
  several_types: { type: 'object', properties: { v: { type: ['string', 'number', 'null'] } } },
  // Joined.
  joined_inside: one({ filter: z.intersection(page, money) }),
  all_of_inside: { type: 'object', properties: { who: { allOf: [byId, byName] } }, required: ['who'] },
  // Referred to.
  referred: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { from: { $ref: '#/$defs/byId' }, to: { $ref: '#/$defs/byId' } },
    $defs: { byId },
  },
  tree: one({ root: node }),
  forest: one({ roots: z.array(node) }),
  node,
  // Any member.
  record: one({ labels: z.record(z.string(), z.string()) }),
  odd_names: one({ $top: z.number().int(), 'filter[x]': z.string() }),
};
