import { isList, type JsonFields } from '../json-values.ts';
import { uploadPattern } from '../upload-parameter.ts';
import { resolveSchema, variantsOf } from './resolve-schema.ts';
import { choicesOf } from './types.ts';

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
export function fieldTypeOf(schema: JsonFields): string | undefined {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (isList(type) && typeof type[0] === 'string') return type[0];
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : undefined;
}

/** Returns the kind of field for a schema. */
export function fieldKindOf(schema: JsonFields, root: unknown): FieldKind {
  if (choicesOf(schema) !== undefined) return 'choice';
  if (variantsOf(schema, root).length > 0) return 'variants';
  switch (fieldTypeOf(schema) ?? 'any') {
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

/** The alternative that a form opens first: the first that is not null. */
export function openVariantOf(variants: readonly JsonFields[], root: unknown): number {
  return Math.max(
    0,
    variants.findIndex((variant) => fieldKindOf(resolveSchema(variant, root), root) !== 'null'),
  );
}
