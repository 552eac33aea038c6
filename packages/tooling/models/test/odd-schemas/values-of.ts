import { isObject } from '@toolwire/internal';
import { resolveReference } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '@toolwire/models';
import * as fc from 'fast-check';

/** Values that a model may send for a schema. Some of them are invalid, where keywords depend on each other. */
export function valuesOf(schema: unknown, root: JsonSchema, depth = 4): fc.Arbitrary<unknown> {
  if (!isObject(schema) || Object.keys(schema).length === 0) return anything;
  const { $ref, enum: values, anyOf, allOf, ...rest } = schema;
  const inner = (one: unknown): fc.Arbitrary<unknown> => valuesOf(one, root, depth - 1);
  const branch = (one: unknown): fc.Arbitrary<unknown> => inner(isObject(one) ? { ...rest, ...one } : one);
  if (typeof $ref === 'string') return depth <= 0 ? fc.constant(null) : inner(resolveReference($ref, root));
  if (isList(values)) return fc.constantFrom(...values);
  if ('const' in rest) return fc.constant(rest['const']);
  if (isList(anyOf)) return fc.oneof(...anyOf.map(branch));
  if (isList(allOf)) return inner(Object.assign({}, rest, ...allOf.filter(isObject)));
  return typed(rest, inner);
}

const anything = fc.constantFrom<unknown>('a', 1, null, true, [], {});

type Inner = (schema: unknown) => fc.Arbitrary<unknown>;

function typed(schema: JsonSchema, inner: Inner): fc.Arbitrary<unknown> {
  switch (schema['type']) {
    case 'object':
      return objects(schema, inner);
    case 'array':
      return lists(schema, inner);
    case 'string':
      return texts(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.integer({ min: Number(schema['minimum'] ?? -9), max: Number(schema['maximum'] ?? 20) });
    case 'number':
      return fc.integer({ min: -18, max: 40 }).map((half) => half / 2);
    default:
      return anything;
  }
}

function objects({ properties, required, additionalProperties }: JsonSchema, inner: Inner): fc.Arbitrary<unknown> {
  const known = isObject(properties) ? Object.entries(properties) : [];
  const requiredNames = isList(required) ? required.map(String) : [];
  const members = Object.fromEntries(known.map(([name, member]) => [name, inner(member)]));
  const named = fc.record(members, {
    requiredKeys: Object.keys(members).filter((name) => requiredNames.includes(name)),
  });
  if (additionalProperties === false) return named;
  const names = fc.constantFrom('b', 'c', 'x-a', 'other', ...requiredNames);
  return fc.tuple(fc.dictionary(names, inner(additionalProperties), { maxKeys: 3 }), named).map(([more, own]) => ({
    ...more,
    ...own,
  }));
}

function lists({ prefixItems, items, minItems = 0, maxItems = 4 }: JsonSchema, inner: Inner): fc.Arbitrary<unknown> {
  const [min, max] = [Number(minItems), Number(maxItems)];
  const first = isList(prefixItems) ? prefixItems.slice(0, max) : [];
  const more = { minLength: Math.max(0, min - first.length), maxLength: Math.max(0, max - first.length) };
  return fc
    .tuple(fc.tuple(...first.map(inner)), fc.array(inner(items), more), fc.integer({ min, max: Math.max(min, max) }))
    .map(([prefix, following, length]) => [...prefix, ...following].slice(0, length));
}

const textsOfFormat: Readonly<Record<string, string>> = { date: '2026-01-31', uri: 'https://example.com' };

function texts({ pattern, format, minLength = 0, maxLength = 5 }: JsonSchema): fc.Arbitrary<unknown> {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  if (typeof format === 'string') return fc.constant(textsOfFormat[format] ?? 'a');
  return fc.oneof(
    fc.string({ minLength: Number(minLength), maxLength: Number(maxLength) }),
    fc.constantFrom('a', 'no', 'long'),
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
