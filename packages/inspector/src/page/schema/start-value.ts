import {
  choicesOf,
  fieldKindOf,
  fieldTypeOf,
  openVariantOf,
  resolveSchema,
  variantsOf,
} from '@toolwire/internal/json-schema';
import { isFields, isList, type Json, type JsonFields, wordOf } from '../json.ts';
import type { Schema } from '../tool.ts';

const maxDepth = 4;

/** Returns the initial value of a required schema: an empty object or list, or its only value. */
export function initialValue(given: Json | undefined, root: Schema, depth = 0): Json | undefined {
  const schema = resolveSchema(given, root);
  const choices = choicesOf(schema);
  if (choices?.length === 1) return choices[0];
  const kind = fieldKindOf(schema, root);
  if (kind === 'variants') return depth > maxDepth ? undefined : initialVariant(schema, root, depth);
  if (kind === 'null') return null;
  // A switch has no third state.
  if (kind === 'boolean') return schema['default'] === true;
  if (kind === 'list') return isList(schema['prefixItems']) ? undefined : [];
  if (kind !== 'object' || depth > maxDepth) return undefined;
  const { properties, required } = schema;
  const known = isFields(properties) ? properties : {};
  const names = isList(required) ? required.map(wordOf) : [];
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = Object.hasOwn(known, name) ? initialValue(known[name], root, depth + 1) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

// An object or a list is open; the user enters all other values.
function initialVariant(schema: JsonFields, root: Schema, depth: number): Json | undefined {
  const variants = variantsOf(schema, root);
  const value = initialValue(variants[openVariantOf(variants, root)], root, depth + 1);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Returns the value of an optional property when the user adds it; `undefined` if the user must enter it. */
export function addedValue(given: Json | undefined, root: Schema): Json | undefined {
  const schema = resolveSchema(given, root);
  const { prefixItems } = schema;
  if (fieldKindOf(schema, root) !== 'list' || !isList(prefixItems)) return initialValue(schema, root);
  return prefixItems.map((item) => emptyValue(item, root));
}

/** Returns the initial value of a new item of a list or a record. */
export function emptyValue(given: Json | undefined, root: Schema): Json {
  const schema = resolveSchema(given, root);
  const initial = initialValue(schema, root);
  if (initial !== undefined) return initial;
  const [choice] = choicesOf(schema) ?? [];
  if (choice !== undefined) return choice;
  const [variant] = variantsOf(schema, root);
  if (variant !== undefined) return emptyValue(variant, root);
  const starts: Readonly<Record<string, Json>> = {
    string: '',
    number: 0,
    integer: 0,
    boolean: false,
    object: {},
    array: [],
  };
  return starts[fieldTypeOf(schema) ?? ''] ?? null;
}
