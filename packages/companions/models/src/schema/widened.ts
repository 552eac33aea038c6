import { isObject } from '@toolwire/internal';
import type { JsonSchema } from '../offer/model-tool.ts';
import { areDisjoint } from './disjoint.ts';
import { schemasWithin } from './pointer.ts';
import type { StrictProblem } from './strict-problems.ts';

/** Says where the portable form of a schema takes more than the schema does. */
export function findWidened(written: JsonSchema): readonly StrictProblem[] {
  return schemasWithin(written).flatMap(({ schema, at }) =>
    Object.keys(schema)
      .filter((keyword) => (at === '' && folded.has(keyword)) || merged.has(keyword) || isOpenChoice(keyword, schema))
      .map((keyword) => ({ at, message: `What '${keyword}' says is told in a form that takes more.` })),
  );
}

/** What is written as one object, where it stands at the root. */
const folded: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'not', 'enum', 'const']);
const merged: ReadonlySet<string> = new Set(['allOf', 'prefixItems', 'unevaluatedItems']);

/** Whether a value may fit several forms of which it has to fit one. */
function isOpenChoice(keyword: string, { oneOf }: JsonSchema): boolean {
  if (keyword !== 'oneOf' || !Array.isArray(oneOf)) return false;
  const forms = oneOf.filter(isObject);
  return forms.some((form, index) => forms.slice(index + 1).some((other) => !areDisjoint(form, other)));
}
