import type { JsonSchema } from '../offer/model-tool.ts';

/** Tells in the description what an interface has no keyword for. */
export function withWords(
  schema: JsonSchema,
  told: readonly (readonly [keyword: string, value: unknown])[],
): JsonSchema {
  if (told.length === 0) return schema;
  const words = `(${told.map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`).join(', ')})`;
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${description} ${words}` : words };
}
