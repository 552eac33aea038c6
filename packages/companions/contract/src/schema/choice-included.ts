import { type Conjunction, typesOfAll } from './conjunction.ts';
import { areDisjoint } from './disjoint.ts';
import { firstGap, type Shown } from './gap.ts';
import { listed, type Place, placeOf } from './json-schema.ts';
import { typesOf } from './json-types.ts';
import { saidGap } from './scalar-included.ts';
import type { Within } from './within.ts';

/** What the second schema asks by choices, exclusions and conditions, and the first does not ensure. */
export function choiceGap(first: Conjunction, second: Place, within: Within): Shown {
  const { keywords, whole } = second;
  return firstGap([
    () => formGap(first, second, 'anyOf', within),
    () => formGap(first, second, 'oneOf', within),
    () => {
      if (keywords['not'] === undefined || areDisjoint(first, [placeOf(keywords['not'], whole)])) return undefined;
      return { at: '', why: typesOf(second).size === 0 ? 'it is not accepted' : 'some values may be ruled out' };
    },
    () => conditionGap(first, second, within),
  ]);
}

/** Each type of value is accepted by one of the forms, and where there may be only one, by no other. */
function formGap(first: Conjunction, second: Place, keyword: 'anyOf' | 'oneOf', within: Within): Shown {
  const forms = listed(second, keyword);
  if (forms.length === 0) return undefined;
  const isIn = (given: Conjunction): boolean =>
    forms.some(
      (form) =>
        within.here(given, form) === undefined &&
        (keyword === 'anyOf' || forms.every((other) => other === form || areDisjoint(given, [other]))),
    );
  if (isIn(first)) return undefined;
  const types = typesOfAll(first);
  const isInByType = types.length > 1 && types.every((type) => isIn([...first, placeOf({ type }, true)]));
  return isInByType ? undefined : { at: '', why: `no one form of \`${keyword}\` is known to accept all of it` };
}

function conditionGap(first: Conjunction, second: Place, within: Within): Shown {
  const { keywords, whole } = second;
  if (keywords['if'] === undefined || saidGap(first, keywords, 'if', 'then', 'else') === undefined) return undefined;
  const ends = ['then', 'else'].filter((name) => keywords[name] !== undefined);
  const shown = firstGap(ends.map((name) => () => within.here(first, placeOf(keywords[name], whole))));
  return shown && { at: shown.at, why: `under a condition: ${shown.why}` };
}
