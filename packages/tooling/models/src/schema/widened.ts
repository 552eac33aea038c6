import { listOf } from '@toolwire/internal';
import { areDisjointSchemas, isTooLargeSchema, pointerOf, schemasIn } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../offer/model-tool.ts';
import type { StrictProblem } from './strict-problems.ts';

/** Finds where the portable form of a schema accepts more than the schema does. */
export function findWidened(written: JsonSchema): readonly StrictProblem[] {
  const isTooLarge = isTooLargeSchema(written);
  return schemasIn(written).flatMap(({ schema, path }) =>
    Object.keys(schema)
      .filter(
        (keyword) =>
          (path.length === 0 && folded.has(keyword)) ||
          merged.has(keyword) ||
          (keyword === 'oneOf' && (isTooLarge || isOpenChoice(schema, written))),
      )
      .map((keyword) => ({
        at: pointerOf(path),
        message: `The replacement of '${keyword}' accepts more than the original schema.`,
      })),
  );
}

/** Keywords that are replaced with one object at the root. */
const folded: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'not', 'enum', 'const']);
const merged: ReadonlySet<string> = new Set(['allOf', 'prefixItems', 'unevaluatedItems']);

/** Whether a value may match several alternatives of a `oneOf`. */
function isOpenChoice({ oneOf }: JsonSchema, root: JsonSchema): boolean {
  const forms = listOf(oneOf);
  return forms.some((form, index) => forms.slice(index + 1).some((other) => !areDisjointSchemas(form, other, root)));
}
