import { fieldOf, pointerOf, schemasIn } from '@toolwire/internal/json-schema';
import type { JsonSchema, ToolChange } from '../adapt/model-tool.ts';
import type { StrictProblem } from './strict-problems.ts';

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
