import type { JsonSchema } from './json-schema.ts';

/** Puts an `enum` beside a `const`, for readers that know only one of the two, and the type that goes with it. */
export function withEnums(schema: JsonSchema): JsonSchema {
  if (!Object.hasOwn(schema, 'const')) return schema;
  const { const: constant, type = typeOf(constant), enum: known = [constant] } = schema;
  return { ...schema, ...(type === undefined ? {} : { type }), enum: known };
}

function typeOf(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : undefined;
}
