import { isObject } from '@toolwire/internal';
import { mapSubschemas, pointerOf } from '@toolwire/internal/json-schema';
import type { JsonSchema, ToolChange } from '../adapt/model-tool.ts';

/** Moves keywords that an API doesn't support into the description, and reports each one. */
export function withKnownKeywords(
  schema: JsonSchema,
  known: ReadonlySet<string>,
  report: (change: ToolChange) => void,
  at = '',
): JsonSchema {
  const inner = mapSubschemas(schema, (subschema, path) =>
    isObject(subschema) ? withKnownKeywords(subschema, known, report, at + pointerOf(path)) : subschema,
  );
  const entries = Object.entries(inner);
  const unsupported = entries.filter(([keyword]) => !known.has(keyword) && !isRedundant(keyword, inner));
  for (const [keyword] of unsupported) {
    report({
      code: 'keyword',
      at,
      message: `'${keyword}' is moved into the description, because the API does not support it.`,
    });
  }
  return appendToDescription(Object.fromEntries(entries.filter(([keyword]) => known.has(keyword))), unsupported);
}

function isRedundant(keyword: string, schema: JsonSchema): boolean {
  return keyword.startsWith('$') || (keyword === 'const' && Array.isArray(schema['enum']));
}

/** Appends keywords with their values to the description. */
export function appendToDescription(
  schema: JsonSchema,
  keywords: readonly (readonly [keyword: string, value: unknown])[],
): JsonSchema {
  if (keywords.length === 0) return schema;
  const text = `(${keywords.map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`).join(', ')})`;
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${description} ${text}` : text };
}
