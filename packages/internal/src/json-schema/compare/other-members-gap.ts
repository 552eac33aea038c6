import { isObject } from '../../json-values.ts';
import { type Conjunction, isEmpty } from './conjunction.ts';
import { firstGap, type GapOrNone, type Provers } from './gap.ts';
import { type Subschema, subschemaOf } from './subschema.ts';

/** Finds constraints of the second schema on unnamed properties that the first does not ensure. */
export function otherMembersGap(first: Conjunction, second: Subschema, provers: Provers): GapOrNone {
  const { keywords, root } = second;
  const patterns = patternsOf(second);
  const gap = firstGap([
    ...patterns.map((pattern) => () => {
      const members = first.flatMap((subschema) => membersThatMatch(subschema, pattern));
      return gapOf(members, subschemaOf(patternOf(second, pattern), root), provers);
    }),
    () => {
      if (keywords['additionalProperties'] === undefined) return undefined;
      const wanted = subschemaOf(keywords['additionalProperties'], root);
      return firstGap(unmatchedCases(first, patterns).map((members) => () => gapOf(members, wanted, provers)));
    },
  ]);
  return gap && { ...gap, at: gap.at === '' ? '*' : `*.${gap.at}` };
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
function unmatchedCases(first: Conjunction, patterns: readonly string[]): readonly Conjunction[] {
  const plain = first.filter((subschema) => patternsOf(subschema).length === 0).flatMap(additionalOf);
  const patterned = first.find((subschema) => patternsOf(subschema).length > 0);
  if (patterned === undefined) return [plain];
  const matched = patternsOf(patterned)
    .filter((pattern) => !patterns.includes(pattern))
    .map((pattern) => [...plain, subschemaOf(patternOf(patterned, pattern), patterned.root)]);
  return [[...plain, ...additionalOf(patterned)], ...matched];
}

function additionalOf({ keywords: { additionalProperties }, root }: Subschema): Conjunction {
  return additionalProperties === undefined ? [] : [subschemaOf(additionalProperties, root)];
}
