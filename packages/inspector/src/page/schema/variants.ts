import { choicesOf, fieldTypeOf, resolveSchema } from '@toolwire/internal/json-schema';
import type { Schema } from '../../server-state.ts';
import { fieldsOf, isFields, isList, isSameJson, type Json, type JsonFields, wordOf } from '../json.ts';

/** Finds the alternative of a value: the first with the same type, constants and required properties; -1 without one. */
export function variantOf(value: Json | undefined, variants: readonly JsonFields[], root: Schema): number {
  return value === undefined ? -1 : variants.findIndex((variant) => matchesVariant(value, variant, root));
}

function matchesVariant(value: Json, variant: JsonFields, root: Schema): boolean {
  const schema = resolveSchema(variant, root);
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.some((choice) => isSameJson(choice, value));
  const type = fieldTypeOf(schema);
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return isList(value);
    case 'object':
      return isFields(value) && matchesProperties(value, schema, root);
    case undefined:
      return true;
    default:
      return typeof value === type;
  }
}

// Required properties and constants distinguish alternatives.
function matchesProperties(value: JsonFields, schema: JsonFields, root: Schema): boolean {
  const { required, additionalProperties } = schema;
  const properties = fieldsOf(schema, 'properties');
  const constants = constantsOf(schema, root);
  if (constants.some(([name, constant]) => Object.hasOwn(value, name) && !isSameJson(constant, value[name]))) {
    return false;
  }
  if (additionalProperties === false && Object.keys(value).some((name) => !Object.hasOwn(properties, name))) {
    return false;
  }
  return constants.length > 0 || !isList(required) || required.every((name) => Object.hasOwn(value, wordOf(name)));
}

/** Returns the properties that have only one valid value. */
function constantsOf(schema: JsonFields, root: Schema): readonly (readonly [name: string, constant: Json])[] {
  return Object.entries(fieldsOf(schema, 'properties')).flatMap(([name, property]): [string, Json][] => {
    const { const: constant } = resolveSchema(property, root);
    return constant === undefined ? [] : [[name, constant]];
  });
}

/** Removes the description of an alternative if the schema around it has the same description. */
export function withoutDescriptionOf({ description }: JsonFields, variant: JsonFields): JsonFields {
  const { description: variantDescription, ...others } = variant;
  return variantDescription === description ? others : variant;
}

/** Returns the name of an alternative: its title, or else its type and what distinguishes it. */
export function variantLabel(variant: JsonFields, root: Schema): string {
  const schema = resolveSchema(variant, root);
  const { title, format } = schema;
  if (typeof title === 'string') return title;
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const type = fieldTypeOf(schema) ?? 'any JSON';
  const constants = constantsOf(schema, root).map(([name, constant]) => `${name}: ${JSON.stringify(constant)}`);
  if (constants.length > 0) return `${type} with ${constants.join(', ')}`;
  const names = Object.keys(fieldsOf(schema, 'properties'));
  if (type === 'object' && names.length > 0) return `object with ${names.slice(0, 3).join(', ')}`;
  return typeof format === 'string' ? `${type} (${format})` : type;
}
