import { isSameJson } from '@toolwire/internal';
import { annotationKeywords, isOfType, subschemasOf } from '@toolwire/internal/json-schema';
import { isList, isObject, type JsonSchema } from '../json-schema/json.ts';
import { withoutAllOf } from './all-of.ts';
import { isPlainObject, ownShape } from './object-shape.ts';

/**
 * Moves the properties next to an `anyOf` into its branches. Some model APIs reject other keywords next to `anyOf`, and a
 * strict one can't close the object and its branches separately. A schema that can't be split without a change of meaning
 * stays as it is.
 */
export function withoutUnionSiblings(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!isList(anyOf) || anyOf.length === 0) return schema;
  const entries = Object.entries(rest);
  const own = Object.fromEntries(entries.filter(([keyword]) => !annotationKeywords.has(keyword)));
  if (!isPlainObject(own)) return schema;
  if (partsOf(own, maxRepeatedParts) * anyOf.length > maxRepeatedParts) return schema;
  const branches = anyOf.map((branch) =>
    isObject(branch) && isPlainObject({ type: 'object', ...branch }) ? joined(own, branch) : undefined,
  );
  if (branches.includes(undefined)) return schema;
  return { ...Object.fromEntries(entries.filter(([keyword]) => annotationKeywords.has(keyword))), anyOf: branches };
}

/** The limit for the parts of all copies, because unions inside unions would multiply them. */
const maxRepeatedParts = 200;

/** The branch with the object's own properties, or `undefined` if they are not one plain object. */
function joined(own: JsonSchema, branch: JsonSchema): JsonSchema | undefined {
  const [outer, inner] = [ownShape(own), ownShape(branch)];
  // A closed part rejects the properties of the other part.
  if (outer.isClosed && [...inner.properties.keys()].some((name) => !outer.properties.has(name))) return undefined;
  if (inner.isClosed && [...outer.properties.keys()].some((name) => !inner.properties.has(name))) return undefined;
  const properties = new Map(outer.properties);
  for (const [name, schema] of inner.properties) properties.set(name, both(outer.properties.get(name), schema));
  const required = new Set([...outer.required, ...inner.required]);
  const annotations = Object.entries(branch).filter(([keyword]) => annotationKeywords.has(keyword));
  return {
    ...Object.fromEntries(annotations),
    type: 'object',
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.size > 0 && { required: [...required] }),
    ...((outer.isClosed || inner.isClosed) && { additionalProperties: false }),
  };
}

/** One schema for a property of both parts: the branch's if it only allows some of the same values. */
function both(outer: unknown, inner: unknown): unknown {
  if (outer === undefined || isSameJson(outer, inner)) return inner;
  if (!isObject(outer) || !isObject(inner)) return { allOf: [outer, inner] };
  const { description, ...rules } = outer;
  const isNarrower = isList(inner['enum']) && inner['enum'].every((value) => isListed(value, rules));
  if (!isNarrower && Object.keys(rules).length > 0) return withoutAllOf({ allOf: [outer, inner] });
  return description === undefined ? inner : { description, ...inner };
}

/** Whether a value is valid, if the schema has only a type and a list of values. */
function isListed(value: unknown, { type, enum: values, const: constant, ...others }: JsonSchema): boolean {
  if (Object.keys(others).some((keyword) => !annotationKeywords.has(keyword))) return false;
  if (constant !== undefined && !isSameJson(constant, value)) return false;
  if (type !== undefined && !(typeof type === 'string' && isOfType(value, type))) return false;
  return values === undefined || (isList(values) && values.some((listed) => isSameJson(listed, value)));
}

/** The number of schemas inside, up to a limit. */
function partsOf(schema: JsonSchema, limit: number): number {
  let count = 1;
  for (const { subschema } of subschemasOf(schema)) {
    if (count > limit) break;
    count += isObject(subschema) ? partsOf(subschema, limit - count) : 1;
  }
  return count;
}
