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

/** Lists the keywords that the portable form of a schema has for fewer fields, each at the first place where it changed. */
export function rewrittenKeywords(original: JsonSchema, portable: JsonSchema): readonly ToolChange[] {
  const before = schemasIn(original);
  const after = schemasIn(portable);
  const changes: ToolChange[] = [];
  for (const [keyword, message] of rewritten) {
    const originals = before.filter(({ schema }) => keyword in schema);
    const remaining = fieldsOf(after.filter(({ schema }) => keyword in schema));
    if (fieldsOf(originals).size <= remaining.size) continue;
    const { path = [] } = originals.find((placed) => !remaining.has(fieldOf(placed.path))) ?? {};
    changes.push({ code: 'keyword', pointer: pointerOf(path), message });
  }
  return changes;
}

/** The fields of these schemas. Two schemas of one field may become one where parts of an `allOf` are merged. */
function fieldsOf(placed: ReturnType<typeof schemasIn>): ReadonlySet<string> {
  return new Set(placed.map(({ path }) => fieldOf(path)));
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
