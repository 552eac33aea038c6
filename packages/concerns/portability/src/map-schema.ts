import { isList, isSchemaObject, type JsonSchema } from './json-schema.ts';

const holdsOne: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'contains',
  'unevaluatedItems',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);
const holdsMany: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
/** What takes less when a schema in it takes more. */
const mustStay: ReadonlySet<string> = new Set(['not', 'if', 'contains']);
const holdsNamed: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** Changes a schema and all inside it, from the inside out, but for what stands where a wider schema would make a narrower whole. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: unknown): unknown => (isSchemaObject(value) ? mapSchema(value, change) : value);
  const member = (keyword: string, value: unknown): unknown => {
    if (mustStay.has(keyword)) return value;
    if (holdsOne.has(keyword)) return inner(value);
    if (holdsMany.has(keyword) && isList(value)) return value.map(inner);
    if (holdsNamed.has(keyword) && isSchemaObject(value)) return mapMembers(value, (_, one) => inner(one));
    return value;
  };
  return change(mapMembers(schema, member));
}

/** The schemas directly inside a schema. */
export function schemasIn(schema: JsonSchema): readonly JsonSchema[] {
  return Object.entries(schema)
    .flatMap(([keyword, value]): readonly unknown[] => {
      if (holdsOne.has(keyword)) return [value];
      if (holdsMany.has(keyword) && isList(value)) return value;
      return holdsNamed.has(keyword) && isSchemaObject(value) ? Object.values(value) : [];
    })
    .filter(isSchemaObject);
}

function mapMembers(fields: JsonSchema, map: (name: string, value: unknown) => unknown): JsonSchema {
  // By entries, so that a property called `__proto__` stays one.
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(name, value)]));
}
