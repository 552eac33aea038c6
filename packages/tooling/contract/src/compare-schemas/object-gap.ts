import { isObject, own, stringsOf } from '@toolwire/internal';
import { accepts } from './accepts.ts';
import {
  type Conjunction,
  isEmpty,
  largest,
  memberOf,
  memberOfAll,
  namedMembers,
  requiredOf,
  smallest,
} from './conjunction.ts';
import { boundGap, keywordGap } from './keyword-gap.ts';
import { firstGap, type GapOrNone, inMember, inOtherMember, type Provers } from './proof.ts';
import { type Subschema, subschemaOf } from './subschema.ts';

/** Finds constraints of the wide schema on objects that the narrow schema does not ensure. */
export function objectGap(narrow: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
  const { keywords } = wide;
  const required = requiredOf(narrow);
  const maxMembers = maxMemberCount(narrow);
  return firstGap([
    () => {
      const name = stringsOf(keywords['required']).find((member) => !required.has(member));
      return name === undefined ? undefined : inMember(name, { path: '', reason: 'it is required' });
    },
    () =>
      boundGap(
        keywords['minProperties'],
        (count) => largest(narrow, 'minProperties', required.size) >= count,
        'fewer properties are not accepted',
      ),
    () => boundGap(keywords['maxProperties'], (count) => maxMembers <= count, 'more properties are not accepted'),
    () => namesGap(narrow, wide, provers),
    () => dependentsGap(narrow, keywords['dependentRequired'], required),
    () => keywordGap(narrow, wide, 'dependentSchemas'),
    () => membersGap(narrow, wide, provers),
    () => otherMembersGap(narrow, wide, provers),
  ]);
}

/** Whether only named properties are allowed. */
function isClosed({ keywords }: Subschema): boolean {
  return keywords['additionalProperties'] === false && !isObject(keywords['patternProperties']);
}

function maxMemberCount(narrow: Conjunction): number {
  const ends = narrow.filter(isClosed).map((subschema) => Object.keys(subschema.keywords['properties'] ?? {}).length);
  return Math.min(smallest(narrow, 'maxProperties', Number.POSITIVE_INFINITY), ...ends);
}

function membersGap(narrow: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
  const names = new Set([...namedMembers(narrow), ...namedMembers([wide])]);
  return firstGap([...names].map((name) => () => memberGap(narrow, wide, name, provers)));
}

function memberGap(narrow: Conjunction, wide: Subschema, name: string, provers: Provers): GapOrNone {
  const member = memberOfAll(narrow, name);
  if (isEmpty(member)) return undefined;
  const schemas = memberOf(wide, name);
  if (schemas === undefined) return inMember(name, { path: '', reason: 'a pattern of names may apply to it' });
  return inMember(name, firstGap(schemas.map((part) => () => provers.forMember(member, part))));
}

function namesGap(narrow: Conjunction, { keywords, root }: Subschema, provers: Provers): GapOrNone {
  if (keywords['propertyNames'] === undefined) return undefined;
  const part = subschemaOf(keywords['propertyNames'], root);
  const closed = narrow.find(isClosed);
  if (closed !== undefined) {
    const name = Object.keys(closed.keywords['properties'] ?? {}).find((member) => accepts(part, member) !== true);
    return name === undefined ? undefined : inMember(name, { path: '', reason: 'such a name is not accepted' });
  }
  const names = narrow.flatMap((subschema) =>
    subschema.keywords['propertyNames'] === undefined
      ? []
      : [subschemaOf(subschema.keywords['propertyNames'], subschema.root)],
  );
  const gap = provers.forMember([subschemaOf({ type: 'string' }, true), ...names], part);
  return gap && { path: '', reason: `property names: ${gap.reason}` };
}

function dependentsGap(narrow: Conjunction, dependentRequired: unknown, required: ReadonlySet<string>): GapOrNone {
  if (!isObject(dependentRequired)) return undefined;
  for (const name of Object.keys(dependentRequired)) {
    if (isEmpty(memberOfAll(narrow, name))) continue;
    const present = new Set([
      ...required,
      ...narrow.flatMap(({ keywords }) => stringsOf(own(keywords['dependentRequired'], name))),
    ]);
    const missing = stringsOf(dependentRequired[name]).find((other) => !present.has(other));
    const reason = `it is required if \`${name}\` is present`;
    if (missing !== undefined) return inMember(missing, { path: '', reason });
  }
  return undefined;
}

/** Finds constraints of the wide schema on unnamed properties that the narrow schema does not ensure. */
function otherMembersGap(narrow: Conjunction, wide: Subschema, provers: Provers): GapOrNone {
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
