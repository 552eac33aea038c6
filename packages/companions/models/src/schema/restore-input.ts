import { type Fields, isObject } from '@toolwire/internal';
import type { ParameterNames } from '../names/parameter-names.ts';
import type { JsonSchema } from '../offer/model-tool.ts';
import { formsOf, membersOf, othersOf } from './places.ts';
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
export function restoreInput(input: Fields, disguise: Disguise): Fields {
  if (disguise.names.size === 0 && !disguise.hasNullForAbsent) return input;
  return restoreMembers(input, formsOf([disguise.schema], disguise.schema), disguise);
}

function restore(value: unknown, schemas: readonly unknown[], disguise: Disguise): unknown {
  const forms = formsOf(schemas, disguise.schema);
  if (isObject(value)) return restoreMembers(value, forms, disguise);
  if (!Array.isArray(value)) return value;
  const ofEntries = othersOf(forms, ['items', 'prefixItems', 'contains']);
  return value.map((one: unknown) => restore(one, ofEntries.flat(), disguise));
}

function restoreMembers(value: Fields, forms: readonly JsonSchema[], disguise: Disguise): Fields {
  const { names, hasNullForAbsent } = disguise;
  const members = membersOf(forms);
  const ownNames = new Map([...names].map(([own, told]) => [told, own]));
  const entries = Object.entries(value).flatMap(([told, one]): readonly (readonly [string, unknown])[] => {
    const own = ownNames.get(told) ?? told;
    const name = members.has(own) ? own : told;
    const member = members.get(name);
    if (member === undefined) return [[name, restore(one, othersOf(forms, ['additionalProperties']), disguise)]];
    const isAbsent = one === null && hasNullForAbsent && member.isOptional && !member.schemas.some(takesNull);
    return isAbsent ? [] : [[name, restore(one, member.schemas, disguise)]];
  });
  return Object.fromEntries(entries);
}
