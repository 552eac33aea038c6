import { uploadPattern } from '@toolwire/internal';
import { isFields, isList, type Json, type JsonFields, wordOf } from '../json.ts';
import type { Schema } from '../tool.ts';
import { resolveSchema, variantsOf } from './resolve.ts';

/** The kind of field for a schema. */
export type FieldKind =
  | 'variants'
  | 'choice'
  | 'boolean'
  | 'number'
  | 'text'
  | 'file'
  | 'null'
  | 'object'
  | 'list'
  | 'json';

/** Returns the type of a schema, or infers it from other keywords. */
export function typeOf(schema: JsonFields): string | undefined {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (isList(type) && typeof type[0] === 'string') return type[0];
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : undefined;
}

/** Returns the kind of field for a schema. */
export function kindOf(schema: JsonFields, root: Schema): FieldKind {
  if (choicesOf(schema) !== undefined) return 'choice';
  if (variantsOf(schema, root).length > 0) return 'variants';
  switch (typeOf(schema) ?? 'any') {
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'integer':
      return 'number';
    case 'string':
      return isFile(schema) ? 'file' : 'text';
    case 'null':
      return 'null';
    case 'object':
      return 'object';
    case 'array':
      return 'list';
    default:
      return 'json';
  }
}

/** Returns the values of an enum or const. */
export function choicesOf(schema: JsonFields): readonly Json[] | undefined {
  if ('const' in schema) return [schema['const'] ?? null];
  const { enum: choices } = schema;
  return isList(choices) ? choices : undefined;
}

/** Whether a string is the reference of an uploaded file. */
export function isUpload({ pattern }: JsonFields): boolean {
  return pattern === uploadPattern;
}

/** Whether a string is a file: an uploaded one, or one as base64. */
function isFile(schema: JsonFields): boolean {
  const { contentEncoding, format } = schema;
  if (isUpload(schema)) return true;
  return contentEncoding === 'base64' || format === 'byte' || format === 'binary' || format === 'base64';
}

/** Finds the alternative of a value: the first with the same type, constants and required properties. */
export function variantOf(value: Json | undefined, variants: readonly JsonFields[], root: Schema): number {
  return value === undefined ? -1 : variants.findIndex((variant) => fits(value, variant, root));
}

/** The alternative that a form opens first: the first that is not null. */
export function openVariantOf(variants: readonly JsonFields[], root: Schema): number {
  return Math.max(
    0,
    variants.findIndex((one) => kindOf(resolveSchema(one, root), root) !== 'null'),
  );
}

function fits(value: Json, given: JsonFields, root: Schema): boolean {
  const schema = resolveSchema(given, root);
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value));
  switch (typeOf(schema)) {
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
      return typeof value === typeOf(schema);
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
  const type = typeOf(schema) ?? 'any JSON';
  if (marks.length > 0) return `${type} with ${marks.join(', ')}`;
  const names = Object.keys(isFields(properties) ? properties : {});
  if (type === 'object' && names.length > 0) return `object with ${names.slice(0, 3).join(', ')}`;
  return typeof format === 'string' ? `${type} (${format})` : type;
}
