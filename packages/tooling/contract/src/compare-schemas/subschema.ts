import { type Fields, isSameJson } from '@toolwire/internal';
import { isSchema, resolveReference, toObjectSchema } from '@toolwire/internal/json-schema';

/** A JSON Schema: an object of keywords, `true` for any value, or `false` for no value. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A part of a schema, with the root for its references. */
export interface Subschema {
  readonly keywords: Fields;
  readonly root: JsonSchema;
}

/** Creates a subschema. An invalid schema accepts any value, like an unknown keyword. */
export function subschemaOf(part: unknown, root: JsonSchema): Subschema {
  return { keywords: toObjectSchema(part), root };
}

/** Resolves a reference within the schema. */
export function referredTo(reference: string, root: JsonSchema): Subschema | undefined {
  const part = resolveReference(reference, root);
  return isSchema(part) ? subschemaOf(part, root) : undefined;
}

/** Returns the schemas in the list of a keyword. */
export function listed({ keywords, root }: Subschema, keyword: string): readonly Subschema[] {
  const parts = keywords[keyword];
  return Array.isArray(parts) ? parts.map((part: unknown) => subschemaOf(part, root)) : [];
}

/** Returns a subschema without a keyword, and without keywords whose meaning depends on all others. The result accepts at least the same values. */
export function without({ keywords, root }: Subschema, keyword: string): Subschema {
  const { [keyword]: _removed, unevaluatedItems: _items, unevaluatedProperties: _properties, ...rest } = keywords;
  return { keywords: rest, root };
}

/** Whether two subschemas are the same. References in equal keywords need equal roots. */
export function isSameSchema({ keywords, root }: Subschema, other: Subschema): boolean {
  if (keywords === other.keywords && root === other.root) return true;
  if (!isSameJson(keywords, other.keywords)) return false;
  return !/"\$(?:ref|dynamicRef|recursiveRef)"/.test(JSON.stringify(keywords)) || isSameJson(root, other.root);
}
