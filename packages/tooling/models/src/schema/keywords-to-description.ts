import { isObject } from '@toolwire/internal';
import { describedWith, fieldOf, mapSubschemas, pointerOf, schemasIn } from '@toolwire/internal/json-schema';
import type { JsonSchema, ToolChange } from '../adapt/model-tool.ts';
import type { StrictProblem } from './strict-rules.ts';

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

/** Keywords that the portable form of a schema replaces, with the message for each. */
const rewritten: ReadonlyMap<string, string> = new Map([
  ['oneOf', "'oneOf' is replaced with 'anyOf'. The tool rejects inputs that match two alternatives."],
  ['allOf', "'allOf' is replaced with one object."],
  ['prefixItems', "'prefixItems' is replaced with a list of any of its items. The description states the order."],
  ['patternProperties', "'patternProperties' is removed. The tool checks property names that match a pattern."],
  ['unevaluatedProperties', "'unevaluatedProperties' is replaced with 'additionalProperties', or removed."],
  ['unevaluatedItems', "'unevaluatedItems' is replaced with 'items'."],
  ['propertyNames', "'propertyNames' is removed. The tool checks property names."],
]);

/** Lists the keywords that fewer schemas have in the portable form, each at the first place where it changed. */
export function rewrittenKeywords(original: JsonSchema, portable: JsonSchema): readonly ToolChange[] {
  const before = schemasIn(original);
  const after = schemasIn(portable);
  const changes: ToolChange[] = [];
  for (const [keyword, message] of rewritten) {
    const originals = before.filter(({ schema }) => keyword in schema);
    const remaining = after.filter(({ schema }) => keyword in schema);
    if (countSchemas(originals) <= countSchemas(remaining)) continue;
    const fields = new Set(remaining.map(({ path }) => fieldOf(path)));
    const pointers = new Set(remaining.map(({ path }) => pointerOf(path)));
    const { path = [] } =
      originals.find((placed) => !fields.has(fieldOf(placed.path))) ??
      originals.find((placed) => !pointers.has(pointerOf(placed.path))) ??
      {};
    changes.push({ code: 'keyword', pointer: pointerOf(path), message });
  }
  return changes;
}

/** Counts equal schemas of one field once, because they become one where the parts of an `allOf` or a union are merged. */
function countSchemas(placed: ReturnType<typeof schemasIn>): number {
  return new Set(placed.map(({ schema, path }) => JSON.stringify([fieldOf(path), schema]))).size;
}

/**
 * Finds where the portable form of a schema accepts more than the schema does. The other keywords stay in it, and the strict
 * rules refuse them.
 */
export function findWidened(original: JsonSchema): readonly StrictProblem[] {
  return schemasIn(original).flatMap(({ schema, path }) =>
    wideningKeywords
      .filter((keyword) => keyword in schema)
      .map((keyword) => ({
        pointer: pointerOf(path),
        message: `The replacement of '${keyword}' accepts more than the original schema.`,
      })),
  );
}

const wideningKeywords = ['allOf', 'unevaluatedItems'];
