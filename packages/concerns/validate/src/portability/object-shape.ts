import { isSameJson } from '@toolwire/internal';
import { annotationKeywords } from '@toolwire/internal/json-schema';
import { isArray, isObject, type JsonSchema } from '../json-schema/json.ts';
import { isClosed } from '../json-schema/schema-parts.ts';

/** The properties of a schema, including the schemas that it combines. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** Whether other properties are rejected. */
  readonly isClosed: boolean;
}

/**
 * Merges the shapes of two schemas of one object. The result accepts more than both together if only one is closed, which
 * leaves it open, or if closed shapes have different properties.
 */
export function mergeShapes(left: ObjectShape, right: ObjectShape): ObjectShape {
  const properties = new Map(left.properties);
  for (const [name, schema] of right.properties) {
    const other = properties.get(name);
    properties.set(name, other === undefined || isSameJson(other, schema) ? schema : { allOf: [other, schema] });
  }
  return {
    properties,
    required: new Set([...left.required, ...right.required]),
    isClosed: left.isClosed && right.isClosed,
  };
}

/** The shape of a schema's own keywords. */
export function ownShape(schema: JsonSchema): ObjectShape {
  const { properties, required, patternProperties } = schema;
  return {
    properties: new Map(isObject(properties) ? Object.entries(properties) : []),
    required: new Set(isArray(required) ? required.filter((name) => typeof name === 'string') : []),
    isClosed: isClosed(schema) && patternProperties === undefined,
  };
}

/**
 * Keywords that allow, require or describe properties which `properties` doesn't name. `maxProperties` only limits their number, to
 * zero too.
 */
const propertyRules = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'required',
  '$ref',
  'if',
  'dependentSchemas',
  'dependentRequired',
  'not',
  'enum',
  'const',
];

/**
 * Whether an object without `properties` must not be closed, because a keyword shows that it has properties. Without such a keyword it
 * has no parameters. `additionalProperties: false` counts too, since it has already decided this.
 */
export function hasPropertyRule(schema: JsonSchema): boolean {
  return propertyRules.some((keyword) => keyword in schema);
}

const objectKeywords: ReadonlySet<string> = new Set(['type', 'properties', 'required', 'additionalProperties']);

/** Whether a schema has only the keywords of a plain object, which `ownShape()` reads in full. */
export function isPlainObjectSchema(schema: unknown): schema is JsonSchema {
  if (!isObject(schema) || schema['type'] !== 'object') return false;
  const { additionalProperties = true } = schema;
  const hasOnlyPlain = Object.keys(schema).every(
    (keyword) => objectKeywords.has(keyword) || annotationKeywords.has(keyword),
  );
  return typeof additionalProperties === 'boolean' && hasOnlyPlain;
}
