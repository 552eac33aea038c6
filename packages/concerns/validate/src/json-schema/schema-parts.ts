import { matchesPattern } from '@toolwire/internal/json-schema';
import { entriesOf, isObject, type JsonSchema, listOf, type PathSegment } from './json.ts';

/** Returns whether a value matches a schema. */
export type Fits = (schema: unknown, value: unknown) => boolean;

/** A schema with all schemas that apply to the same value: `allOf`, the branch of a condition and dependent schemas. */
export function appliedSchemas(schema: unknown, value: unknown, fits: Fits): readonly JsonSchema[] {
  if (!isObject(schema)) {
    return [];
  }
  const { allOf, if: condition, then, else: otherwise, dependentSchemas } = schema;
  const applied = [...listOf(allOf)];
  if (condition !== undefined) {
    applied.push(fits(condition, value) ? then : otherwise);
  }
  if (isObject(dependentSchemas) && isObject(value)) {
    applied.push(
      ...Object.entries(dependentSchemas).flatMap(([name, dependent]) =>
        Object.hasOwn(value, name) ? [dependent] : [],
      ),
    );
  }
  return [schema, ...applied.flatMap((inner) => appliedSchemas(inner, value, fits))];
}

/** The subschemas that apply to one part of a value. */
export function partSchemas(schema: JsonSchema, segment: PathSegment): readonly unknown[] {
  const schemas = evaluatingSchemas(schema, segment);
  const unevaluated = schema[typeof segment === 'number' ? 'unevaluatedItems' : 'unevaluatedProperties'];
  if (schemas.length > 0 || unevaluated === undefined) {
    return schemas;
  }
  // Another schema of the same value may evaluate the part.
  return combinedSchemas(schema).some((inner) => partSchemas(inner, segment).length > 0) ? [] : [unevaluated];
}

/** The subschemas of a schema's own keywords that evaluate one part of a value. */
export function evaluatingSchemas(schema: JsonSchema, segment: PathSegment): readonly unknown[] {
  return typeof segment === 'number' ? itemSchemas(schema, segment) : fieldSchemas(schema, segment);
}

function itemSchemas({ prefixItems, items }: JsonSchema, index: number): readonly unknown[] {
  if (Array.isArray(prefixItems) && index < prefixItems.length) {
    return [prefixItems[index]];
  }
  return items === undefined ? [] : [items];
}

function fieldSchemas(schema: JsonSchema, name: string): readonly unknown[] {
  const { properties, patternProperties, additionalProperties } = schema;
  const schemas: unknown[] = [];
  if (isObject(properties) && Object.hasOwn(properties, name)) {
    schemas.push(properties[name]);
  }
  for (const [pattern, subschema] of entriesOf(patternProperties)) {
    if (matchesPattern(pattern, name) === true) {
      schemas.push(subschema);
    }
  }
  return schemas.length === 0 && additionalProperties !== undefined ? [additionalProperties] : schemas;
}

/** The schemas inside a schema that may apply to the same value. */
function combinedSchemas(schema: JsonSchema): readonly JsonSchema[] {
  const { allOf, anyOf, oneOf, if: condition, then, else: otherwise, dependentSchemas } = schema;
  const lists = [allOf, anyOf, oneOf].flatMap(listOf);
  const dependent = isObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
  const inside = [...lists, condition, then, otherwise, ...dependent].filter(isObject);
  return inside.flatMap((inner) => [inner, ...combinedSchemas(inner)]);
}

/** The required names of an object, including `dependentRequired`. */
export function requiredNames(schema: JsonSchema, value: JsonSchema): readonly string[] {
  const { required, dependentRequired } = schema;
  const names = [...listOf(required)];
  for (const [name, others] of entriesOf(dependentRequired)) {
    if (Object.hasOwn(value, name)) {
      names.push(...listOf(others));
    }
  }
  return names.map(String);
}

/** Whether a schema rejects fields that it doesn't name. Next to `additionalProperties`, `unevaluatedProperties` has no effect. */
export function isClosed({ additionalProperties, unevaluatedProperties }: JsonSchema): boolean {
  return (additionalProperties ?? unevaluatedProperties) === false;
}
