import { mapSubschemas, subschemasOf } from '@toolwire/internal';
import { isSchemaObject, type JsonSchema } from './json-schema.ts';

/** What takes less when a schema in it takes more. */
const mustStay: ReadonlySet<string> = new Set(['not', 'if', 'contains']);

/** Changes a schema and all inside it, from the inside out, but for what stands where a wider schema would make a narrower whole. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const mapped = mapSubschemas(schema, (subschema, [keyword]) =>
    isSchemaObject(subschema) && !mustStay.has(keyword) ? mapSchema(subschema, change) : subschema,
  );
  return change(mapped);
}

/** The schemas directly inside a schema. */
export function schemasIn(schema: JsonSchema): readonly JsonSchema[] {
  return subschemasOf(schema)
    .map(({ subschema }) => subschema)
    .filter(isSchemaObject);
}
