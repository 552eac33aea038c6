import { type Fields, isObject } from '@toolwire/internal';
import type { ParameterNames } from '../names/parameter-names.ts';
import type { JsonSchema } from '../offer/model-tool.ts';
import { formsOf, type Member, membersOf, othersOf } from './places.ts';
import { takesNull } from './takes-null.ts';

/** What was done to a schema before a model read it. */
export interface Disguise {
  /** As it was before. */
  readonly schema: JsonSchema;
  readonly names: ParameterNames;
  /** Whether members that may be left out are null instead. */
  readonly hasNullForAbsent: boolean;
}

/** Writes what a model sent as the tool takes it: with the tool's own names, and without what stands for nothing. */
export function restoreInput(input: Fields, { schema, names, hasNullForAbsent }: Disguise): Fields {
  if (names.size === 0 && !hasNullForAbsent) return input;
  const ownNames = new Map([...names].map(([own, told]) => [told, own]));
  const restored: NameMember = (told, value, members) => {
    const own = ownNames.get(told) ?? told;
    const name = members.has(own) ? own : told;
    const member = members.get(name);
    const isAbsent = value === null && hasNullForAbsent && member?.isOptional && !member.schemas.some(takesNull);
    return isAbsent === true ? undefined : { name, member };
  };
  return renameMembers(input, formsOf([schema], schema), { schema, nameMember: restored });
}

/** Writes an input as a model would send it: with the names that it is told. */
export function discloseInput(input: Fields, { schema, names }: Pick<Disguise, 'schema' | 'names'>): Fields {
  const told: NameMember = (own, _value, members) => {
    const member = members.get(own);
    return { name: (member && names.get(own)) ?? own, member };
  };
  return renameMembers(input, formsOf([schema], schema), { schema, nameMember: told });
}

/** Finds the new name of a member and what its schema says of it; nothing for one that is to be left out. */
type NameMember = (
  name: string,
  value: unknown,
  members: ReadonlyMap<string, Member>,
) => { readonly name: string; readonly member: Member | undefined } | undefined;

interface Renaming {
  readonly schema: JsonSchema;
  readonly nameMember: NameMember;
}

function rename(value: unknown, schemas: readonly unknown[], renaming: Renaming): unknown {
  const forms = formsOf(schemas, renaming.schema);
  if (isObject(value)) return renameMembers(value, forms, renaming);
  if (!Array.isArray(value)) return value;
  const ofEntries = othersOf(forms, ['items', 'prefixItems', 'contains']);
  return value.map((one: unknown) => rename(one, ofEntries.flat(), renaming));
}

function renameMembers(value: Fields, forms: readonly JsonSchema[], renaming: Renaming): Fields {
  const members = membersOf(forms);
  const entries = Object.entries(value).flatMap(([name, one]) => {
    const named = renaming.nameMember(name, one, members);
    if (named === undefined) return [];
    const schemas = named.member?.schemas ?? othersOf(forms, ['additionalProperties']);
    return [[named.name, rename(one, schemas, renaming)] as const];
  });
  return Object.fromEntries(entries);
}
