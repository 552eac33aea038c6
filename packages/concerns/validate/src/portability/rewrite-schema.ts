import { isSameJson } from '@toolwire/internal';
import { mapSchemas, toObjectSchema } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../json-schema/json.ts';

/** The schemas without duplicates. */
function distinct(schemas: readonly unknown[]): readonly unknown[] {
  return schemas.filter((schema, index) => schemas.findIndex((other) => isSameJson(schema, other)) === index);
}

/** One schema that matches what any of these match. */
export function anyOf(schemas: readonly unknown[]): unknown {
  // `false` matches nothing, so it is dropped.
  const different = distinct(schemas.length > 1 ? schemas.filter((schema) => schema !== false) : schemas);
  return different.length === 1 ? different[0] : { anyOf: different };
}

/** The schema with a sentence added to its description. */
export function describedWith(schema: unknown, sentence: string): JsonSchema {
  const known = toObjectSchema(schema);
  const { description } = known;
  return { ...known, description: typeof description === 'string' ? `${description} ${sentence}` : sentence };
}

/** The keywords that accept fewer values when their subschema accepts more. */
const negatingKeywords: ReadonlySet<string> = new Set(['not', 'if', 'contains']);

/** Changes a schema and its subschemas, innermost first, except under keywords that negate. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return mapSchemas(schema, change, { enters: (_, keyword) => !negatingKeywords.has(keyword) });
}
