import { listOf } from '@toolwire/internal';
import { areDisjointSchemas, isTooLargeSchema, pointerOf, schemasIn } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../adapt/model-tool.ts';
import type { StrictProblem } from './strict-problems.ts';

/** Finds where the portable form of a schema accepts more than the schema does. */
export function findWidened(original: JsonSchema): readonly StrictProblem[] {
  const isTooLarge = isTooLargeSchema(original);
  return schemasIn(original).flatMap(({ schema, path }) =>
    Object.keys(schema)
      .filter(
        (keyword) =>
          (path.length === 0 && replacedAtRoot.has(keyword)) ||
          replacedAnywhere.has(keyword) ||
          (keyword === 'oneOf' && (isTooLarge || hasOverlappingChoices(schema, original))),
      )
      .map((keyword) => ({
        at: pointerOf(path),
        message: `The replacement of '${keyword}' accepts more than the original schema.`,
      })),
  );
}

/** Keywords that are replaced with one object at the root. */
const replacedAtRoot: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'not', 'enum', 'const']);
const replacedAnywhere: ReadonlySet<string> = new Set(['allOf', 'prefixItems', 'unevaluatedItems']);

/** Whether a value may match several alternatives of a `oneOf`. */
function hasOverlappingChoices({ oneOf }: JsonSchema, root: JsonSchema): boolean {
  const forms = listOf(oneOf);
  return forms.some((form, index) => forms.slice(index + 1).some((other) => !areDisjointSchemas(form, other, root)));
}
