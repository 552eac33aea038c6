import { isSameJson } from '@toolwire/internal';
import { annotationKeywords, isOfType, subschemasOf } from '@toolwire/internal/json-schema';
import { isArray, isObject, type JsonSchema } from '../json-schema/json.ts';
import { withoutAllOf } from './all-of.ts';
import { isPlainObjectSchema, ownShape } from './object-shape.ts';
import { splitAnnotations } from './rewrite-keywords.ts';

/**
 * Moves the properties next to an `anyOf` into its branches. Some model APIs reject other keywords next to `anyOf`, and a
 * strict one can't close the object and its branches separately. A schema that can't be split without a change of meaning
 * stays as it is.
 */
export function withoutUnionSiblings(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!isArray(anyOf) || anyOf.length === 0) return schema;
  const { annotations, rules } = splitAnnotations(rest);
  if (!isPlainObjectSchema(rules)) return schema;
  if (partsOf(rules, maxRepeatedParts) * anyOf.length > maxRepeatedParts) return schema;
  const branches = anyOf.map((branch) =>
    isObject(branch) && isPlainObjectSchema({ type: 'object', ...branch }) ? mergeBranch(rules, branch) : undefined,
  );
  if (branches.includes(undefined)) return schema;
  return { ...annotations, anyOf: branches };
}

/** The limit for the parts of all copies, because unions inside unions would multiply them. */
const maxRepeatedParts = 200;

/** Adds the object's own properties to a branch; `undefined` if one of them is closed and rejects properties of the other. */
function mergeBranch(object: JsonSchema, branch: JsonSchema): JsonSchema | undefined {
  const [outer, inner] = [ownShape(object), ownShape(branch)];
  if (outer.isClosed && [...inner.properties.keys()].some((name) => !outer.properties.has(name))) return undefined;
  if (inner.isClosed && [...outer.properties.keys()].some((name) => !inner.properties.has(name))) return undefined;
  const properties = new Map(outer.properties);
  for (const [name, schema] of inner.properties) {
    properties.set(name, mergeProperty(outer.properties.get(name), schema));
  }
  const required = new Set([...outer.required, ...inner.required]);
  return {
    ...splitAnnotations(branch).annotations,
    type: 'object',
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.size > 0 && { required: [...required] }),
    ...((outer.isClosed || inner.isClosed) && { additionalProperties: false }),
  };
}

/**
 * One schema for a property of the object (`outer`) and a branch (`inner`). The branch's schema is enough if it lists values that
 * the object allows, as for a discriminator.
 */
function mergeProperty(outer: unknown, inner: unknown): unknown {
  if (outer === undefined || isSameJson(outer, inner)) return inner;
  if (!isObject(outer) || !isObject(inner)) return { allOf: [outer, inner] };
  const { description, ...rules } = outer;
  const isNarrower = isArray(inner['enum']) && inner['enum'].every((value) => allowsListed(value, rules));
  if (!isNarrower && Object.keys(rules).length > 0) return withoutAllOf({ allOf: [outer, inner] });
  return description === undefined ? inner : { description, ...inner };
}

/** Whether a schema surely allows a value: it has no rules but a type and a list of values, and the value matches both. */
function allowsListed(value: unknown, { type, enum: values, const: constant, ...others }: JsonSchema): boolean {
  if (Object.keys(others).some((keyword) => !annotationKeywords.has(keyword))) return false;
  if (constant !== undefined && !isSameJson(constant, value)) return false;
  if (type !== undefined && !(typeof type === 'string' && isOfType(value, type))) return false;
  return values === undefined || (isArray(values) && values.some((listed) => isSameJson(listed, value)));
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
