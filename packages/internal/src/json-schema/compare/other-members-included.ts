import { isObject } from '../../json-values.ts';
import { type Conjunction, isEmpty } from './conjunction.ts';
import { firstGap, type Shown, type Within } from './gap.ts';
import { type Place, placeOf } from './place.ts';

/** Finds constraints of the second schema on unnamed properties that the first does not ensure. */
export function otherMembersGap(first: Conjunction, second: Place, within: Within): Shown {
  const { keywords, whole } = second;
  const patterns = patternsOf(second);
  const shown = firstGap([
    ...patterns.map((pattern) => () => {
      const members = first.flatMap((place) => membersThatMatch(place, pattern));
      return gapOf(members, placeOf(patternOf(second, pattern), whole), within);
    }),
    () => {
      if (keywords['additionalProperties'] === undefined) return undefined;
      const wanted = placeOf(keywords['additionalProperties'], whole);
      return firstGap(casesBeside(first, patterns).map((members) => () => gapOf(members, wanted, within)));
    },
  ]);
  return shown && { ...shown, at: shown.at === '' ? '*' : `*.${shown.at}` };
}

function gapOf(members: Conjunction, wanted: Place, within: Within): Shown {
  return isEmpty(members) ? undefined : within.inside(members, wanted);
}

function patternsOf({ keywords: { patternProperties } }: Place): readonly string[] {
  return isObject(patternProperties) ? Object.keys(patternProperties) : [];
}

function patternOf({ keywords: { patternProperties } }: Place, pattern: string): unknown {
  return isObject(patternProperties) ? patternProperties[pattern] : undefined;
}

/** The known schemas of properties that match a pattern. */
function membersThatMatch(place: Place, pattern: string): Conjunction {
  const patterns = patternsOf(place);
  if (patterns.includes(pattern)) return [placeOf(patternOf(place, pattern), place.whole)];
  // It is unknown whether other patterns also match.
  return patterns.length === 0 ? additionalOf(place) : [];
}

/** The known schemas of properties that none of these patterns matches, with one case for each other way to match them. */
function casesBeside(first: Conjunction, patterns: readonly string[]): readonly Conjunction[] {
  const plain = first.filter((place) => patternsOf(place).length === 0).flatMap(additionalOf);
  const patterned = first.find((place) => patternsOf(place).length > 0);
  if (patterned === undefined) return [plain];
  const matched = patternsOf(patterned)
    .filter((pattern) => !patterns.includes(pattern))
    .map((pattern) => [...plain, placeOf(patternOf(patterned, pattern), patterned.whole)]);
  return [[...plain, ...additionalOf(patterned)], ...matched];
}

function additionalOf({ keywords: { additionalProperties }, whole }: Place): Conjunction {
  return additionalProperties === undefined ? [] : [placeOf(additionalProperties, whole)];
}
