import { isObject, own, stringsOf } from '../../json-values.ts';
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
import { firstGap, inMember, type Shown, type Within } from './gap.ts';
import { otherMembersGap } from './other-members-included.ts';
import { type Place, placeOf } from './place.ts';
import { bound, saidGap } from './scalar-included.ts';

/** Finds constraints of the second schema on objects that the first does not ensure. */
export function objectGap(first: Conjunction, second: Place, within: Within): Shown {
  const { keywords } = second;
  const required = requiredOf(first);
  const most = maxMemberCount(first);
  return firstGap([
    () => {
      const name = stringsOf(keywords['required']).find((each) => !required.has(each));
      return name === undefined ? undefined : inMember(name, { at: '', why: 'it is required' });
    },
    () =>
      bound(
        keywords['minProperties'],
        (least) => largest(first, 'minProperties', required.size) >= least,
        'fewer members are not accepted',
      ),
    () => bound(keywords['maxProperties'], (count) => most <= count, 'more members are not accepted'),
    () => namesGap(first, keywords['propertyNames'], second, within),
    () => dependentsGap(first, keywords['dependentRequired'], required),
    () => saidGap(first, keywords, 'dependentSchemas'),
    () => membersGap(first, second, within),
    () => otherMembersGap(first, second, within),
  ]);
}

/** Whether unnamed properties are allowed. */
function isClosed({ keywords }: Place): boolean {
  return keywords['additionalProperties'] === false && !isObject(keywords['patternProperties']);
}

function maxMemberCount(first: Conjunction): number {
  const ends = first.filter(isClosed).map((place) => Object.keys(place.keywords['properties'] ?? {}).length);
  return Math.min(smallest(first, 'maxProperties', Number.POSITIVE_INFINITY), ...ends);
}

function membersGap(first: Conjunction, second: Place, within: Within): Shown {
  const names = new Set([...namedMembers(first), ...namedMembers([second])]);
  return firstGap([...names].map((name) => () => memberGap(first, second, name, within)));
}

function memberGap(first: Conjunction, second: Place, name: string, within: Within): Shown {
  const member = memberOfAll(first, name);
  if (isEmpty(member)) return undefined;
  const wanted = memberOf(second, name);
  if (wanted === undefined) return inMember(name, { at: '', why: 'whether a pattern of names covers it is open' });
  return inMember(name, firstGap(wanted.map((part) => () => within.inside(member, part))));
}

function namesGap(first: Conjunction, wanted: unknown, { whole }: Place, within: Within): Shown {
  if (wanted === undefined) return undefined;
  const part = placeOf(wanted, whole);
  const closed = first.find(isClosed);
  if (closed !== undefined) {
    const name = Object.keys(closed.keywords['properties'] ?? {}).find((each) => accepts(part, each) !== true);
    return name === undefined ? undefined : inMember(name, { at: '', why: 'such a name is not accepted' });
  }
  const names = first.flatMap((place) =>
    place.keywords['propertyNames'] === undefined ? [] : [placeOf(place.keywords['propertyNames'], place.whole)],
  );
  const shown = within.inside([placeOf({ type: 'string' }, true), ...names], part);
  return shown && { at: '', why: `of the names of members: ${shown.why}` };
}

function dependentsGap(first: Conjunction, wanted: unknown, required: ReadonlySet<string>): Shown {
  if (!isObject(wanted)) return undefined;
  for (const name of Object.keys(wanted)) {
    if (isEmpty(memberOfAll(first, name))) continue;
    const there = new Set([
      ...required,
      ...first.flatMap(({ keywords }) => stringsOf(own(keywords['dependentRequired'], name))),
    ]);
    const missing = stringsOf(wanted[name]).find((each) => !there.has(each));
    if (missing !== undefined) return inMember(missing, { at: '', why: `it is required where \`${name}\` is there` });
  }
  return undefined;
}
