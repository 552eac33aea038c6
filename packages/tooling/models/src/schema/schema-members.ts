import { isObject } from '@toolwire/internal';
import { resolveReference } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../adapt/model-tool.ts';

/** A property of an object, from all schemas that define it. */
export interface Member {
  readonly schemas: readonly JsonSchema[];
  /** Whether a schema that defines it does not require it. */
  readonly isOptional: boolean;
}

/** Returns all schemas that may apply to a value: these, and the schemas that they combine or reference. */
export function applicableSchemas(schemas: readonly unknown[], root: JsonSchema): readonly JsonSchema[] {
  const applicable: JsonSchema[] = [];
  const add = (schema: unknown): void => {
    if (!isObject(schema) || applicable.includes(schema)) return;
    applicable.push(schema);
    for (const keyword of inPlaceApplicators) {
      const subschemas = schema[keyword];
      for (const subschema of Array.isArray(subschemas) ? subschemas : [subschemas]) add(subschema);
    }
    for (const keyword of dependentApplicators) {
      const subschemas = schema[keyword];
      for (const subschema of isObject(subschemas) ? Object.values(subschemas) : []) add(subschema);
    }
    if (typeof schema['$ref'] === 'string') add(resolveReference(schema['$ref'], root));
  };
  for (const schema of schemas) add(schema);
  return applicable;
}

const inPlaceApplicators = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'] as const;
const dependentApplicators = ['dependentSchemas', 'dependencies'] as const;

/** The keywords whose subschemas are about the same value as the schema. */
export const sameValueKeywords: ReadonlySet<string> = new Set([...inPlaceApplicators, ...dependentApplicators, 'not']);

/** Returns the properties that the schemas define. */
export function membersOf(schemas: readonly JsonSchema[]): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const { properties, required } of schemas) {
    if (!isObject(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      const known = members.get(name);
      const isRequired = Array.isArray(required) && required.includes(name);
      members.set(name, {
        schemas: [...(known?.schemas ?? []), ...(isObject(schema) ? [schema] : [])],
        isOptional: known?.isOptional === true || !isRequired,
      });
    }
  }
  return members;
}

/** Returns the schemas of list items or additional properties. */
export function schemasAtKeywords(schemas: readonly JsonSchema[], keywords: readonly string[]): readonly unknown[] {
  return schemas.flatMap((schema) => keywords.flatMap((keyword) => schema[keyword] ?? []));
}

/** Whether a schema may accept null. `true` if that is unclear. */
export function mayAcceptNull(schema: JsonSchema): boolean {
  const { type, enum: values, oneOf, anyOf = oneOf } = schema;
  if (type !== undefined && ![type].flat().includes('null')) return false;
  if (Array.isArray(values)) return values.includes(null);
  if (Object.hasOwn(schema, 'const')) return schema['const'] === null;
  if (Array.isArray(anyOf)) return anyOf.some((branch: unknown) => !isObject(branch) || mayAcceptNull(branch));
  return true;
}
