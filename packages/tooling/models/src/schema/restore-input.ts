import { type Fields, isObject } from '@toolwire/internal';
import type { ParameterNames } from '../names/parameter-names.ts';
import type { JsonSchema } from '../offer/model-tool.ts';
import { formsOf, type Member, mayAcceptNull, membersOf, othersOf } from './schema-members.ts';

/** How a schema was changed before it was sent to a model. */
export interface SchemaChanges {
  /** The original schema. */
  readonly schema: JsonSchema;
  readonly names: ParameterNames;
  /** Whether a model sends null for an optional property. */
  readonly hasNullForAbsent: boolean;
}

/** Restores the original parameter names in a model's input, and removes nulls that mean an absent property. */
export function restoreInput(input: Fields, { schema, names, hasNullForAbsent }: SchemaChanges): Fields {
  if (names.size === 0 && !hasNullForAbsent) return input;
  const originalNames = new Map([...names].map(([original, modelName]) => [modelName, original]));
  const restored: NameMember = (modelName, value, members) => {
    const original = originalNames.get(modelName) ?? modelName;
    const name = members.has(original) ? original : modelName;
    const member = members.get(name);
    const isAbsent = value === null && hasNullForAbsent && member?.isOptional && !member.schemas.some(mayAcceptNull);
    return isAbsent === true ? undefined : { name, member };
  };
  return renameMembers(input, formsOf([schema], schema), { schema, nameMember: restored });
}

/** Converts an input of the tool to the parameter names that the model uses. */
export function toModelInput(input: Fields, { schema, names }: Pick<SchemaChanges, 'schema' | 'names'>): Fields {
  const renamed: NameMember = (original, _value, members) => {
    const member = members.get(original);
    return { name: (member && names.get(original)) ?? original, member };
  };
  return renameMembers(input, formsOf([schema], schema), { schema, nameMember: renamed });
}

/** Returns the new name of a property and its schemas, or `undefined` to remove the property. */
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
  const itemSchemas = othersOf(forms, ['items', 'prefixItems', 'contains']);
  return value.map((one: unknown) => rename(one, itemSchemas.flat(), renaming));
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
