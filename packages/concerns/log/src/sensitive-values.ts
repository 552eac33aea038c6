import { type Fields, isObject, isSensitive, listOf } from '@toolwire/internal';
import { resolveReference } from '@toolwire/internal/json-schema';

const maxDepth = 64;
/** The maximum number of values, because each of them is searched in all texts. */
export const maxSensitiveValues = 100;

/**
 * Returns the strings and numbers in a value that its JSON Schema marks as `writeOnly`, `format: password` or
 * `x-sensitive`; at most 100. Logs also mask fields by their names, without a schema: `secret-fields.ts` of `@toolwire/internal`.
 */
export function sensitiveValues(schema: unknown, value: unknown): readonly string[] {
  if (!isObject(schema)) return [];
  const marked: string[] = [];
  collect(schema, value, { root: schema, marked, depth: 0, visited: new Map() });
  return marked;
}

/** The state of a search in a value. */
interface Search {
  readonly root: Fields;
  readonly marked: string[];
  readonly depth: number;
  /** The depth at which each schema was visited with a value, since many references may point to one schema. */
  readonly visited: Map<Fields, Map<unknown, number>>;
}

function collect(schema: unknown, value: unknown, search: Search): void {
  if (!isObject(schema) || search.depth > maxDepth || search.marked.length >= maxSensitiveValues) return;
  const depths = search.visited.get(schema) ?? new Map<unknown, number>();
  if ((depths.get(value) ?? search.depth + 1) <= search.depth) return;
  search.visited.set(schema, depths.set(value, search.depth));
  if (isSensitive(schema)) {
    collectTexts(value, search);
    return;
  }
  const below = { ...search, depth: search.depth + 1 };
  for (const subschema of schemasOfValue(schema, search.root)) collect(subschema, value, below);
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      for (const itemSchema of schemasOfItem(schema, index)) collect(itemSchema, item, below);
    });
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      for (const memberSchema of schemasOfProperty(schema, name)) collect(memberSchema, member, below);
    }
  }
}

function collectTexts(value: unknown, search: Search): void {
  if (search.depth > maxDepth || search.marked.length >= maxSensitiveValues) return;
  if (typeof value === 'string' || typeof value === 'number') search.marked.push(String(value));
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) collectTexts(member, { ...search, depth: search.depth + 1 });
}

function schemasOfValue(schema: Fields, root: Fields): unknown[] {
  const { allOf, anyOf, oneOf, then, else: otherwise, dependentSchemas, $ref } = schema;
  const referred = typeof $ref === 'string' ? [resolveReference($ref, root)] : [];
  return [
    ...listOf(allOf),
    ...listOf(anyOf),
    ...listOf(oneOf),
    then,
    otherwise,
    ...values(dependentSchemas),
    ...referred,
  ];
}

/** Draft-07 names the items after a tuple `additionalItems`. */
function schemasOfItem(schema: Fields, index: number): unknown[] {
  const { prefixItems, items, additionalItems, unevaluatedItems, contains } = schema;
  const tupleItem = listOf(prefixItems)[index] ?? listOf(items)[index];
  return tupleItem === undefined ? [items, additionalItems, unevaluatedItems, contains] : [tupleItem, contains];
}

/** Patterns are not matched: a value that a pattern might match counts as sensitive. */
function schemasOfProperty(schema: Fields, name: string): unknown[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name], ...values(patternProperties)];
  return [...values(patternProperties), additionalProperties, unevaluatedProperties];
}

/** Returns whether a schema marks anything as sensitive, so that values of other schemas are skipped. */
export function hasSensitiveParts(schema: unknown, depth = 0): boolean {
  // A schema is up to two levels below the schema around it: a keyword, and a name or an index.
  if (typeof schema !== 'object' || schema === null || depth > 2 * maxDepth) return false;
  return isSensitive(schema) || Object.values(schema).some((item) => hasSensitiveParts(item, depth + 1));
}

function values(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : [];
}
