import { pointerOf, schemasIn } from '@toolwire/internal/json-schema';
import type { JsonSchema, ToolChange } from '../adapt/model-tool.ts';
import type { StrictProblem } from './strict-problems.ts';

/** Keywords that the portable form of a schema replaces, with the message for each. */
const rewritten: ReadonlyMap<string, string> = new Map([
  ['oneOf', "'oneOf' is replaced with 'anyOf'. The tool rejects inputs that match two alternatives."],
  ['anyOf', "'anyOf' is replaced with one object at the root. The tool checks which properties go together."],
  ['allOf', "'allOf' is replaced with one object."],
  ['prefixItems', "'prefixItems' is replaced with a list of any of its items. The description states the order."],
  ['patternProperties', "'patternProperties' is removed. The tool checks property names that match a pattern."],
  ['unevaluatedProperties', "'unevaluatedProperties' is replaced with 'additionalProperties', or removed."],
  ['unevaluatedItems', "'unevaluatedItems' is replaced with 'items'."],
  ['propertyNames', "'propertyNames' is removed. The tool checks property names."],
  ['not', "'not' is removed. The tool rejects values that it excludes."],
]);

/** Lists the keywords that the portable form of a schema has less often, each at its first place. */
export function rewrittenKeywords(original: JsonSchema, portable: JsonSchema): readonly ToolChange[] {
  const before = schemasIn(original);
  const after = schemasIn(portable);
  const changes: ToolChange[] = [];
  for (const [keyword, message] of rewritten) {
    const originals = before.filter(({ schema }) => keyword in schema);
    const remaining = after.filter(({ schema }) => keyword in schema);
    const [first] = originals;
    if (first === undefined || originals.length <= remaining.length) continue;
    changes.push({ code: 'keyword', pointer: pointerOf(first.path), message });
  }
  return changes;
}

/** Finds where the portable form of a schema accepts more than the schema does. */
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
