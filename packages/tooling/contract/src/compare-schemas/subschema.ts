import { type Fields, isSameJson } from '@toolwire/internal';
import { isSchema, resolveReference, toObjectSchema, typesOf } from '@toolwire/internal/json-schema';

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

/** The JSON types. Integers are also numbers. */
export const jsonTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

export type JsonType = (typeof jsonTypes)[number];

/** The types that the keywords of a schema allow, without its subschemas except for `not`. */
export function allowedTypes({ keywords, root }: Subschema): ReadonlySet<JsonType> {
  const excluded = keywords['not'] === undefined ? none : wholeTypes(subschemaOf(keywords['not'], root));
  return new Set(jsonTypes.filter((type) => admits(keywords, type) && !excluded.has(type)));
}

/** Whether a schema allows only integers as numbers. */
export function onlyWhole({ keywords }: Subschema): boolean {
  const types = typesOf(keywords);
  return types.includes('integer') && !types.includes('number');
}

function admits(keywords: Fields, type: JsonType): boolean {
  if (keywords['type'] === undefined) return true;
  const types = typesOf(keywords);
  return types.includes(type) || (type === 'number' && types.includes('integer'));
}

const none: ReadonlySet<JsonType> = new Set();

/** The types of which a schema accepts every value. */
function wholeTypes({ keywords }: Subschema): ReadonlySet<JsonType> {
  const names = Object.keys(keywords);
  if (names.some((name) => name !== 'type')) return none;
  if (names.length === 0) return new Set(jsonTypes);
  const types = typesOf(keywords);
  return new Set(jsonTypes.filter((type) => types.includes(type)));
}
