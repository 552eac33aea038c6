import { isFile } from '../tools/file-fields.ts';
import { isList, type JsonFields } from '../values/json-values.ts';
import { resolveSchema, variantsOf } from './resolve-schema.ts';
import { choicesOf } from './schema-keywords.ts';

/** How a form or an example shows a value of a schema. */
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
  if (isList(type)) {
    const types = type.filter((one) => typeof one === 'string');
    return types.find((one) => one !== 'null') ?? types[0];
  }
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : undefined;
}

/** Returns the kind of field for a schema. */
export function fieldKindOf(schema: JsonFields, root: unknown): FieldKind {
  if (choicesOf(schema) !== undefined) return 'choice';
  if (variantsOf(schema, root).length > 0) return 'variants';
  const type = fieldTypeOf(schema);
  if (type === 'string') return isFile(schema) ? 'file' : 'text';
  return kindsByType.get(type) ?? 'json';
}

const kindsByType: ReadonlyMap<string | undefined, FieldKind> = new Map([
  ['array', 'list'],
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['null', 'null'],
  ['number', 'number'],
  ['object', 'object'],
]);

/** The index of the alternative that a form opens first: the first that is not null. */
export function openVariantOf(variants: readonly JsonFields[], root: unknown): number {
  return Math.max(
    0,
    variants.findIndex((variant) => fieldKindOf(resolveSchema(variant, root), root) !== 'null'),
  );
}
