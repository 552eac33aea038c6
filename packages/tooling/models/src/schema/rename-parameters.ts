import { type Fields, isObject } from '@toolwire/internal';
import { mapSubschemas } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../adapt/model-tool.ts';
import type { ParameterNames } from '../names/parameter-names.ts';
import {
  applicableSchemas,
  type Member,
  mayAcceptNull,
  membersOf,
  sameValueKeywords,
  schemasAtKeywords,
} from './schema-members.ts';

/** How a schema was changed before it was sent to a model. */
interface SchemaChanges {
  /** The portable schema, before parameters are renamed. It has no `patternProperties` or `unevaluated…` keywords. */
  readonly schema: JsonSchema;
  readonly names: ParameterNames;
  /** Whether a model sends null for an optional property. */
  readonly hasNullForAbsent: boolean;
}

/** Restores the original parameter names in a model's input, and removes nulls that mean an absent property. */
export function restoreInput(input: Fields, { schema, names, hasNullForAbsent }: SchemaChanges): Fields {
  if (names.size === 0 && !hasNullForAbsent) return input;
  const originalNames = new Map([...names].map(([original, modelName]) => [modelName, original]));
  const restoreMember: NameMember = (modelName, value, members) => {
    const original = originalNames.get(modelName) ?? modelName;
    const name = members.has(original) ? original : modelName;
    const member = members.get(name);
    const isAbsent = value === null && hasNullForAbsent && member?.isOptional && !member.schemas.some(mayAcceptNull);
    return isAbsent === true ? undefined : { name, member };
  };
  return renameMembers(input, applicableSchemas([schema], schema), { schema, nameMember: restoreMember });
}

/** Converts an input of the tool to the parameter names that the model uses. */
export function toModelInput(input: Fields, { schema, names }: Pick<SchemaChanges, 'schema' | 'names'>): Fields {
  return renameMembers(input, applicableSchemas([schema], schema), { schema, nameMember: createModelNaming(names) });
}

/**
 * Converts the values in a schema, such as defaults, to the parameter names that the model uses. A value keeps the names of parameters
 * that only a schema around its definition or property declares.
 */
export function withModelValues(root: JsonSchema, names: ParameterNames): JsonSchema {
  if (names.size === 0) return root;
  const renaming = { schema: root, nameMember: createModelNaming(names) };
  // `enclosing` are the schemas that apply to the same value.
  const withRenamedValues = (schema: JsonSchema, enclosing: readonly JsonSchema[]): JsonSchema => {
    const schemas = [...enclosing, schema];
    const renameValue = (value: unknown): unknown => rename(value, schemas, renaming);
    const mapped = mapSubschemas(schema, (subschema, [keyword]) =>
      isObject(subschema) ? withRenamedValues(subschema, sameValueKeywords.has(keyword) ? schemas : []) : subschema,
    );
    const entries = Object.entries(mapped).map(([keyword, value]) => {
      if (keyword === 'default' || keyword === 'const') return [keyword, renameValue(value)];
      const isList = (keyword === 'examples' || keyword === 'enum') && Array.isArray(value);
      return [keyword, isList ? value.map(renameValue) : value];
    });
    return Object.fromEntries(entries) as JsonSchema;
  };
  return withRenamedValues(root, []);
}

function createModelNaming(names: ParameterNames): NameMember {
  return (original, _value, members) => {
    const member = members.get(original);
    return { name: (member && names.get(original)) ?? original, member };
  };
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
  const applicable = applicableSchemas(schemas, renaming.schema);
  if (isObject(value)) return renameMembers(value, applicable, renaming);
  if (!Array.isArray(value)) return value;
  const itemSchemas = schemasAtKeywords(applicable, ['items', 'prefixItems', 'contains']);
  return value.map((item: unknown) => rename(item, itemSchemas.flat(), renaming));
}

function renameMembers(value: Fields, applicable: readonly JsonSchema[], renaming: Renaming): Fields {
  const members = membersOf(applicable);
  const entries = Object.entries(value).flatMap(([name, memberValue]) => {
    const renamed = renaming.nameMember(name, memberValue, members);
    if (renamed === undefined) return [];
    const schemas = renamed.member?.schemas ?? schemasAtKeywords(applicable, ['additionalProperties']);
    // Otherwise one of two properties would replace the other.
    const newName = Object.hasOwn(value, renamed.name) ? name : renamed.name;
    return [[newName, rename(memberValue, schemas, renaming)] as const];
  });
  return Object.fromEntries(entries);
}
