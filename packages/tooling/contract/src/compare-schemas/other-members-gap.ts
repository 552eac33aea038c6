import { isObject } from '@toolwire/internal';
import { type Conjunction, isEmpty } from './conjunction.ts';
import { firstGap, type GapOrNone, inOtherMember, type Provers } from './gap.ts';
import { type Subschema, subschemaOf } from './subschema.ts';

/** Finds constraints of the wide schema on unnamed properties that the narrow schema does not ensure. */
export function otherMembersGap(narrow: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
  const { keywords, root } = wide;
  const patterns = patternsOf(wide);
  const gap = firstGap([
    ...patterns.map((pattern) => () => {
      const members = narrow.flatMap((subschema) => membersThatMatch(subschema, pattern));
      return gapOf(members, subschemaOf(patternOf(wide, pattern), root), provers);
    }),
    () => {
      if (keywords['additionalProperties'] === undefined) return undefined;
      const wanted = subschemaOf(keywords['additionalProperties'], root);
      return firstGap(unmatchedCases(narrow, patterns).map((members) => () => gapOf(members, wanted, provers)));
    },
  ]);
  return inOtherMember(gap);
}

function gapOf(members: Conjunction, wanted: Subschema, provers: Provers): GapOrNone {
  return isEmpty(members) ? undefined : provers.forMember(members, wanted);
}

function patternsOf({ keywords: { patternProperties } }: Subschema): readonly string[] {
  return isObject(patternProperties) ? Object.keys(patternProperties) : [];
}

function patternOf({ keywords: { patternProperties } }: Subschema, pattern: string): unknown {
  return isObject(patternProperties) ? patternProperties[pattern] : undefined;
}

/** The known schemas of properties that match a pattern. */
function membersThatMatch(subschema: Subschema, pattern: string): Conjunction {
  const patterns = patternsOf(subschema);
  if (patterns.includes(pattern)) return [subschemaOf(patternOf(subschema, pattern), subschema.root)];
  // It is unknown whether other patterns also match.
  return patterns.length === 0 ? additionalOf(subschema) : [];
}

/** The known schemas of properties that none of these patterns matches, with one case for each other way to match them. */
function unmatchedCases(narrow: Conjunction, patterns: readonly string[]): readonly Conjunction[] {
  const plain = narrow.filter((subschema) => patternsOf(subschema).length === 0).flatMap(additionalOf);
  const patterned = narrow.find((subschema) => patternsOf(subschema).length > 0);
  if (patterned === undefined) return [plain];
  const matched = patternsOf(patterned)
    .filter((pattern) => !patterns.includes(pattern))
    .map((pattern) => [...plain, subschemaOf(patternOf(patterned, pattern), patterned.root)]);
  return [[...plain, ...additionalOf(patterned)], ...matched];
}

function additionalOf({ keywords: { additionalProperties }, root }: Subschema): Conjunction {
  return additionalProperties === undefined ? [] : [subschemaOf(additionalProperties, root)];
}
