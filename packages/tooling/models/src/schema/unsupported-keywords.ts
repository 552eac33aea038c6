import { isObject } from '@toolwire/internal';
import { describedWith, mapSubschemas, pointerOf } from '@toolwire/internal/json-schema';
import type { JsonSchema, ToolChange } from '../adapt/model-tool.ts';

/** Moves keywords that an API doesn't support into the description, and reports each one. */
export function moveUnsupportedKeywords(
  schema: JsonSchema,
  known: ReadonlySet<string>,
  report: (change: ToolChange) => void,
  pointer = '',
): JsonSchema {
  const inner = mapSubschemas(schema, (subschema, path) =>
    isObject(subschema) ? moveUnsupportedKeywords(subschema, known, report, pointer + pointerOf(path)) : subschema,
  );
  const entries = Object.entries(withInclusiveBounds(inner, known));
  const isKnown = (keyword: string): boolean => known.has(keyword) && !dependsOnUnknown(keyword, inner, known);
  const unsupported = entries.filter(([keyword]) => !isKnown(keyword) && !isRedundant(keyword, inner));
  for (const [keyword] of unsupported) {
    report({
      code: 'keyword',
      pointer,
      message: `'${keyword}' is moved into the description, because the API does not support it.`,
    });
  }
  return appendToDescription(Object.fromEntries(entries.filter(([keyword]) => isKnown(keyword))), unsupported);
}

function isRedundant(keyword: string, schema: JsonSchema): boolean {
  return keyword.startsWith('$') || (keyword === 'const' && Array.isArray(schema['enum']));
}

/** Without `patternProperties`, a closed object would reject the members that they allow. */
function dependsOnUnknown(keyword: string, schema: JsonSchema, known: ReadonlySet<string>): boolean {
  return keyword === 'additionalProperties' && 'patternProperties' in schema && !known.has('patternProperties');
}

/** Replaces exclusive bounds of integers with inclusive ones, which more APIs support. */
function withInclusiveBounds(schema: JsonSchema, known: ReadonlySet<string>): JsonSchema {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  if (known.has('exclusiveMinimum') || rest['type'] !== 'integer') return schema;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rest;
  return {
    ...rest,
    ...(typeof exclusiveMinimum === 'number' && {
      minimum: Math.max(Number(minimum), Math.floor(exclusiveMinimum) + 1),
    }),
    ...(typeof exclusiveMaximum === 'number' && {
      maximum: Math.min(Number(maximum), Math.ceil(exclusiveMaximum) - 1),
    }),
  };
}

/** Appends keywords with their values to the description. */
export function appendToDescription(
  schema: JsonSchema,
  keywords: readonly (readonly [keyword: string, value: unknown])[],
): JsonSchema {
  if (keywords.length === 0) return schema;
  const values = keywords.map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`);
  return describedWith(schema, `(${values.join(', ')})`);
}
