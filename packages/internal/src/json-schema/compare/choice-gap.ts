import { type Conjunction, typesOfAll } from './conjunction.ts';
import { areDisjoint } from './disjoint.ts';
import { firstGap, type GapOrNone, type Provers } from './gap.ts';
import { allowedTypes } from './json-types.ts';
import { keywordGap } from './scalar-gap.ts';
import { listed, type Subschema, subschemaOf } from './subschema.ts';

/** Finds choices, exclusions and conditions of the second schema that the first does not ensure. */
export function choiceGap(first: Conjunction, second: Subschema, provers: Provers): GapOrNone {
  const { keywords, root } = second;
  return firstGap([
    () => alternativesGap(first, second, 'anyOf', provers),
    () => alternativesGap(first, second, 'oneOf', provers),
    () => {
      if (keywords['not'] === undefined || areDisjoint(first, [subschemaOf(keywords['not'], root)])) return undefined;
      return { at: '', why: allowedTypes(second).size === 0 ? 'it is not accepted' : 'some values may be rejected' };
    },
    () => conditionGap(first, second, provers),
  ]);
}

/** Returns a gap unless one alternative accepts each type of value and, for `oneOf`, no other does. */
function alternativesGap(
  first: Conjunction,
  second: Subschema,
  keyword: 'anyOf' | 'oneOf',
  provers: Provers,
): GapOrNone {
  const alternatives = listed(second, keyword);
  if (alternatives.length === 0) return undefined;
  const isAccepted = (values: Conjunction): boolean =>
    alternatives.some(
      (alternative) =>
        provers.forSameValue(values, alternative) === undefined &&
        (keyword === 'anyOf' || alternatives.every((other) => other === alternative || areDisjoint(values, [other]))),
    );
  if (isAccepted(first)) return undefined;
  const types = typesOfAll(first);
  const isAcceptedByType =
    types.length > 1 && types.every((type) => isAccepted([...first, subschemaOf({ type }, true)]));
  return isAcceptedByType
    ? undefined
    : { at: '', why: `no single alternative of \`${keyword}\` is known to accept all of it` };
}

function conditionGap(first: Conjunction, second: Subschema, provers: Provers): GapOrNone {
  const { keywords, root } = second;
  if (keywords['if'] === undefined || keywordGap(first, second, 'if', 'then', 'else') === undefined) return undefined;
  const branches = ['then', 'else'].filter((name) => keywords[name] !== undefined);
  const gap = firstGap(branches.map((name) => () => provers.forSameValue(first, subschemaOf(keywords[name], root))));
  return gap && { at: gap.at, why: `under a condition: ${gap.why}` };
}
