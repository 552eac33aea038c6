import type { JsonSchema } from '../offer/model-tool.ts';
import type { ToolChange } from '../offer/tool-report.ts';
import { schemasWithin } from './pointer.ts';

/** Keywords that the portable form writes otherwise, and what that comes to. */
const rewritten: ReadonlyMap<string, string> = new Map([
  ['oneOf', "'oneOf' is told as 'anyOf', or as one object at the root: the tool itself refuses what fits two forms."],
  ['anyOf', "'anyOf' is told as one object at the root: the tool itself checks which members go together."],
  ['allOf', "'allOf' is told as one object."],
  ['prefixItems', "'prefixItems' is told as a list of any of its items, with the order in words."],
  ['patternProperties', "'patternProperties' is not told: the tool itself checks names that follow a pattern."],
  ['unevaluatedProperties', "'unevaluatedProperties' is told as 'additionalProperties', or not at all."],
  ['unevaluatedItems', "'unevaluatedItems' is told as 'items'."],
  ['propertyNames', "'propertyNames' is not told: the tool itself checks names."],
  ['not', "'not' is not told: the tool itself refuses what it names."],
]);

/** Tells which keywords of a schema its portable form does not have as often, each once, where it stands first. */
export function rewrittenKeywords(written: JsonSchema, portable: JsonSchema): readonly ToolChange[] {
  const before = schemasWithin(written);
  const after = schemasWithin(portable);
  return [...rewritten].flatMap(([keyword, message]): readonly ToolChange[] => {
    const had = before.filter(({ schema }) => keyword in schema);
    const [first] = had;
    const isRewritten = first !== undefined && had.length > after.filter(({ schema }) => keyword in schema).length;
    return isRewritten ? [{ code: 'keyword', at: first.at, message }] : [];
  });
}
