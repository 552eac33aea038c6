import { type Conjunction, typesOfAll } from './conjunction.ts';
import { areDisjoint } from './disjoint.ts';
import { firstGap, type Shown, type Within } from './gap.ts';
import { allowedTypes } from './json-types.ts';
import { listed, type Place, placeOf } from './place.ts';
import { saidGap } from './scalar-included.ts';

/** Finds choices, exclusions and conditions of the second schema that the first does not ensure. */
export function choiceGap(first: Conjunction, second: Place, within: Within): Shown {
  const { keywords, whole } = second;
  return firstGap([
    () => formGap(first, second, 'anyOf', within),
    () => formGap(first, second, 'oneOf', within),
    () => {
      if (keywords['not'] === undefined || areDisjoint(first, [placeOf(keywords['not'], whole)])) return undefined;
      return { at: '', why: allowedTypes(second).size === 0 ? 'it is not accepted' : 'some values may be ruled out' };
    },
    () => conditionGap(first, second, within),
  ]);
}

/** Proves that an alternative accepts each type of value, and for `oneOf` that no other does. */
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
