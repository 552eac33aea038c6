import { type Conjunction, typesOfAll } from './conjunction.ts';
import { keywordGap } from './keyword-gap.ts';
import { firstGap, type GapOrNone, type Provers, tooManySteps } from './proof.ts';
import { allowedTypes, listed, type Subschema, subschemaOf } from './subschema.ts';

/** Finds choices, exclusions and conditions of the wide schema that the narrow schema does not ensure. */
export function choiceGap(narrow: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
  return firstGap([
    () => alternativesGap(narrow, wide, 'anyOf', provers),
    () => alternativesGap(narrow, wide, 'oneOf', provers),
    () => exclusionGap(narrow, wide, provers),
    () => conditionGap(narrow, wide, provers),
  ]);
}

function exclusionGap(narrow: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
  const { keywords, root } = wide;
  if (keywords['not'] === undefined) return undefined;
  const isDisjoint = provers.areDisjoint(narrow, [subschemaOf(keywords['not'], root)]);
  if (isDisjoint === undefined) return tooManySteps;
  if (isDisjoint) return undefined;
  return { path: '', reason: allowedTypes(wide).size === 0 ? 'it is not accepted' : 'some values may be rejected' };
}

/** Returns a gap unless one alternative accepts each type of value and, for `oneOf`, no other does. */
function alternativesGap(
  narrow: Conjunction,
  wide: Subschema,
  keyword: 'anyOf' | 'oneOf',
  provers: Provers,
): GapOrNone {
  const alternatives = listed(wide, keyword);
  if (alternatives.length === 0) return undefined;
  let isGivenUp = false;
  const isDisjoint = (values: Conjunction, other: Subschema): boolean => {
    const found = provers.areDisjoint(values, [other]);
    isGivenUp ||= found === undefined;
    return found === true;
  };
  const isAccepted = (values: Conjunction): boolean =>
    alternatives.some((alternative) => {
      const gap = provers.forSameValue(values, alternative);
      isGivenUp ||= gap?.reason === tooManySteps.reason;
      return (
        gap === undefined &&
        (keyword === 'anyOf' || alternatives.every((other) => other === alternative || isDisjoint(values, other)))
      );
    });
  if (isAccepted(narrow)) return undefined;
  const types = typesOfAll(narrow);
  // The part that limits the type has no references, so any root will do.
  const isAcceptedByType =
    types.length > 1 && types.every((type) => isAccepted([...narrow, subschemaOf({ type }, true)]));
  if (isAcceptedByType) return undefined;
  return isGivenUp
    ? tooManySteps
    : { path: '', reason: `no single alternative of \`${keyword}\` is known to accept all of it` };
}

function conditionGap(narrow: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
  const { keywords, root } = wide;
  if (keywords['if'] === undefined) return undefined;
  // No gap means that the narrow schema has the same condition.
  if (keywordGap(narrow, wide, 'if', 'then', 'else') === undefined) return undefined;
  // Otherwise it is unknown which branch applies, so both must accept every value.
  const branches = ['then', 'else'].filter((name) => keywords[name] !== undefined);
  const gap = firstGap(branches.map((name) => () => provers.forSameValue(narrow, subschemaOf(keywords[name], root))));
  if (gap === undefined || gap.reason === tooManySteps.reason) return gap;
  return { path: gap.path, reason: `under a condition: ${gap.reason}` };
}
