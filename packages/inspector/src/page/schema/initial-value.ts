import {
  choicesOf,
  fieldKindOf,
  fieldTypeOf,
  openVariantOf,
  resolveSchema,
  variantsOf,
} from '@toolwire/internal/json-schema';
import type { Schema } from '../../server-state.ts';
import { fieldsOf, isList, type Json, type JsonFields, memberOf, wordOf } from '../json.ts';

const maxDepth = 4;

/** Returns the initial value of a required schema: an empty object or list, its only value, or a switch. `undefined` if the user must enter it. */
export function initialValue(subschema: Json | undefined, root: Schema, depth = 0): Json | undefined {
  const schema = resolveSchema(subschema, root);
  const choices = choicesOf(schema);
  if (choices?.length === 1) return choices[0];
  const kind = fieldKindOf(schema, root);
  if (kind === 'variants') return depth > maxDepth ? undefined : initialVariant(schema, root, depth);
  if (kind === 'null') return null;
  // A switch has no third state.
  if (kind === 'boolean') return schema['default'] === true;
  if (kind === 'list') return isList(schema['prefixItems']) ? undefined : [];
  if (kind !== 'object' || depth > maxDepth) return undefined;
  const { required } = schema;
  const properties = fieldsOf(schema, 'properties');
  const entries: [string, Json][] = [];
  for (const name of isList(required) ? required.map(wordOf) : []) {
    const value = initialValue(memberOf(properties, name), root, depth + 1);
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

// An object or a list is open; the user enters all other values.
function initialVariant(schema: JsonFields, root: Schema, depth: number): Json | undefined {
  const variants = variantsOf(schema, root);
  const value = initialValue(variants[openVariantOf(variants, root)], root, depth + 1);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Returns the value of an optional property when the user adds it; `undefined` if the user must enter it. */
export function addedValue(subschema: Json | undefined, root: Schema): Json | undefined {
  const schema = resolveSchema(subschema, root);
  const { prefixItems } = schema;
  if (fieldKindOf(schema, root) !== 'list' || !isList(prefixItems)) return initialValue(schema, root);
  return prefixItems.map((item) => emptyValue(item, root));
}

/** Returns the initial value of a new item of a list or a record. */
export function emptyValue(subschema: Json | undefined, root: Schema, depth = 0): Json {
  const schema = resolveSchema(subschema, root);
  const initial = initialValue(schema, root);
  if (initial !== undefined) return initial;
  const [choice] = choicesOf(schema) ?? [];
  if (choice !== undefined) return choice;
  const [variant] = variantsOf(schema, root);
  if (variant !== undefined) return depth > maxDepth ? null : emptyValue(variant, root, depth + 1);
  return emptyValues.get(fieldTypeOf(schema)) ?? null;
}

const emptyValues: ReadonlyMap<string | undefined, Json> = new Map<string | undefined, Json>([
  ['string', ''],
  ['number', 0],
  ['integer', 0],
  ['array', []],
]);
