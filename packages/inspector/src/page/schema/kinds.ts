import { choicesOf, fieldTypeOf, resolveSchema } from '@toolwire/internal/json-schema';
import { isFields, isList, type Json, type JsonFields, wordOf } from '../json.ts';
import type { Schema } from '../tool.ts';

/** Finds the alternative of a value: the first with the same type, constants and required properties. */
export function variantOf(value: Json | undefined, variants: readonly JsonFields[], root: Schema): number {
  return value === undefined ? -1 : variants.findIndex((variant) => fits(value, variant, root));
}

function fits(value: Json, given: JsonFields, root: Schema): boolean {
  const schema = resolveSchema(given, root);
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value));
  switch (fieldTypeOf(schema)) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return isList(value);
    case 'object':
      return isFields(value) && fitsFields(value, schema, root);
    case undefined:
      return true;
    default:
      return typeof value === fieldTypeOf(schema);
  }
}

// Required properties and constants distinguish alternatives.
function fitsFields(value: JsonFields, schema: JsonFields, root: Schema): boolean {
  const { properties, required } = schema;
  const known = isFields(properties) ? properties : {};
  const constants = Object.entries(known).filter(([, one]) => isFields(one) && 'const' in one);
  if (constants.some(([name, one]) => name in value && !fits(value[name] ?? null, resolveSchema(one, root), root))) {
    return false;
  }
  if (Object.keys(value).some((name) => !(name in known)) && schema['additionalProperties'] === false) return false;
  return constants.length > 0 || !isList(required) || required.every((name) => wordOf(name) in value);
}

/** Removes the description that an alternative has from the schema around it, where it is shown already. */
export function withoutDescriptionOf({ description: shown }: JsonFields, variant: JsonFields): JsonFields {
  const { description, ...rest } = variant;
  return description === shown ? rest : variant;
}

/** The label of an alternative. */
export function nameOf(given: JsonFields, root: Schema): string {
  const schema = resolveSchema(given, root);
  const { title, properties, format } = schema;
  if (typeof title === 'string') return title;
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const marks = Object.entries(isFields(properties) ? properties : {}).flatMap(([name, one]) => {
    const { const: only } = isFields(one) ? one : {};
    return only === undefined ? [] : [`${name}: ${JSON.stringify(only)}`];
  });
  const type = fieldTypeOf(schema) ?? 'any JSON';
  if (marks.length > 0) return `${type} with ${marks.join(', ')}`;
  const names = Object.keys(isFields(properties) ? properties : {});
  if (type === 'object' && names.length > 0) return `object with ${names.slice(0, 3).join(', ')}`;
  return typeof format === 'string' ? `${type} (${format})` : type;
}
