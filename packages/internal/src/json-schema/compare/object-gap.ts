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
import { firstGap, type GapOrNone, inMember, type Provers } from './gap.ts';
import { otherMembersGap } from './other-members-gap.ts';
import { bound, keywordGap } from './scalar-gap.ts';
import { type Subschema, subschemaOf } from './subschema.ts';

/** Finds constraints of the second schema on objects that the first does not ensure. */
export function objectGap(first: Conjunction, second: Subschema, provers: Provers): GapOrNone {
  const { keywords } = second;
  const required = requiredOf(first);
  const most = maxMemberCount(first);
  return firstGap([
    () => {
      const name = stringsOf(keywords['required']).find((member) => !required.has(member));
      return name === undefined ? undefined : inMember(name, { at: '', why: 'it is required' });
    },
    () =>
      bound(
        keywords['minProperties'],
        (least) => largest(first, 'minProperties', required.size) >= least,
        'fewer properties are not accepted',
      ),
    () => bound(keywords['maxProperties'], (count) => most <= count, 'more properties are not accepted'),
    () => namesGap(first, keywords['propertyNames'], second, provers),
    () => dependentsGap(first, keywords['dependentRequired'], required),
    () => keywordGap(first, second, 'dependentSchemas'),
    () => membersGap(first, second, provers),
    () => otherMembersGap(first, second, provers),
  ]);
}

/** Whether only named properties are allowed. */
function isClosed({ keywords }: Subschema): boolean {
  return keywords['additionalProperties'] === false && !isObject(keywords['patternProperties']);
}

function maxMemberCount(first: Conjunction): number {
  const ends = first.filter(isClosed).map((subschema) => Object.keys(subschema.keywords['properties'] ?? {}).length);
  return Math.min(smallest(first, 'maxProperties', Number.POSITIVE_INFINITY), ...ends);
}

function membersGap(first: Conjunction, second: Subschema, provers: Provers): GapOrNone {
  const names = new Set([...namedMembers(first), ...namedMembers([second])]);
  return firstGap([...names].map((name) => () => memberGap(first, second, name, provers)));
}

function memberGap(first: Conjunction, second: Subschema, name: string, provers: Provers): GapOrNone {
  const member = memberOfAll(first, name);
  if (isEmpty(member)) return undefined;
  const schemas = memberOf(second, name);
  if (schemas === undefined) return inMember(name, { at: '', why: 'a pattern of names may apply to it' });
  return inMember(name, firstGap(schemas.map((part) => () => provers.forMember(member, part))));
}

function namesGap(first: Conjunction, propertyNames: unknown, { root }: Subschema, provers: Provers): GapOrNone {
  if (propertyNames === undefined) return undefined;
  const part = subschemaOf(propertyNames, root);
  const closed = first.find(isClosed);
  if (closed !== undefined) {
    const name = Object.keys(closed.keywords['properties'] ?? {}).find((member) => accepts(part, member) !== true);
    return name === undefined ? undefined : inMember(name, { at: '', why: 'such a name is not accepted' });
  }
  const names = first.flatMap((subschema) =>
    subschema.keywords['propertyNames'] === undefined
      ? []
      : [subschemaOf(subschema.keywords['propertyNames'], subschema.root)],
  );
  const gap = provers.forMember([subschemaOf({ type: 'string' }, true), ...names], part);
  return gap && { at: '', why: `property names: ${gap.why}` };
}

function dependentsGap(first: Conjunction, dependentRequired: unknown, required: ReadonlySet<string>): GapOrNone {
  if (!isObject(dependentRequired)) return undefined;
  for (const name of Object.keys(dependentRequired)) {
    if (isEmpty(memberOfAll(first, name))) continue;
    const present = new Set([
      ...required,
      ...first.flatMap(({ keywords }) => stringsOf(own(keywords['dependentRequired'], name))),
    ]);
    const missing = stringsOf(dependentRequired[name]).find((other) => !present.has(other));
    if (missing !== undefined) return inMember(missing, { at: '', why: `it is required if \`${name}\` is present` });
  }
  return undefined;
}
