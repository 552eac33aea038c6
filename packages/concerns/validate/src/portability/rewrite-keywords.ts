import { isSameJson } from '@toolwire/internal';
import {
  annotationKeywords,
  combinesSchemas,
  describedWith,
  isOfType,
  isPlainString,
  mapSchemas,
  toObjectSchemas,
} from '@toolwire/internal/json-schema';
import { isArray, isObject, type JsonSchema } from '../json-schema/json.ts';

/** Adds an `enum` and a `type` to a `const`, because some models support only one of the keywords. */
export function withEnums(schema: JsonSchema): JsonSchema {
  if (!Object.hasOwn(schema, 'const')) return schema;
  const { const: constant, type = typeOf(constant), enum: known = [constant] } = schema;
  return { ...schema, ...(type === undefined ? {} : { type }), enum: known };
}

function typeOf(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : undefined;
}

/** Rewrites `oneOf` as `anyOf`, which every model API supports and which accepts at least the same values. */
export function withoutOneOf(schema: JsonSchema): JsonSchema {
  const { oneOf, discriminator: _, ...rest } = schema;
  if (!isArray(oneOf)) return schema;
  if (rest['anyOf'] === undefined) return { ...rest, anyOf: oneOf };
  const { allOf } = rest;
  return { ...rest, allOf: [...(isArray(allOf) ? allOf : []), { anyOf: oneOf }] };
}

/** Drops redundant `propertyNames`, and replaces boolean property schemas, which few models support. */
export function withPlainProperties(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => keyword !== 'propertyNames' || !isPlainString(value))
      .map(([keyword, value]) => [
        keyword,
        keyword === 'properties' && isObject(value) ? toObjectSchemas(value) : value,
      ]),
  );
}

/** Rewrites `type: ['string', 'null']` as `anyOf`, which most model APIs require for nullable values. */
export function withoutTypeLists(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  if (!isArray(type) || rest['anyOf'] !== undefined) return schema;
  if (type.length === 1) return { ...rest, type: type[0] };
  const { annotations, rules } = splitAnnotations(rest);
  const branches = type.map((name: unknown) => ofType(name, rules)).filter(allowsValues);
  if (branches.length === 0) return schema;
  return branches.length === 1 ? { ...annotations, ...branches[0] } : { ...annotations, anyOf: branches };
}

/** The keywords of a schema that only describe it, and the keywords that decide which values are valid. */
export function splitAnnotations(schema: JsonSchema): { readonly annotations: JsonSchema; readonly rules: JsonSchema } {
  const entries = Object.entries(schema);
  return {
    annotations: Object.fromEntries(entries.filter(([keyword]) => annotationKeywords.has(keyword))),
    rules: Object.fromEntries(entries.filter(([keyword]) => !annotationKeywords.has(keyword))),
  };
}

function ofType(type: unknown, { enum: values, ...rest }: JsonSchema): JsonSchema {
  if (type === 'null') return isArray(values) && !values.includes(null) ? { type, enum: [] } : { type };
  if (!isArray(values)) return { ...rest, type };
  return { ...rest, type, enum: values.filter((value) => isOfType(value, String(type))) };
}

function allowsValues({ enum: values }: JsonSchema): boolean {
  return !isArray(values) || values.length > 0;
}

/** The schemas without duplicates. */
function distinct(schemas: readonly unknown[]): readonly unknown[] {
  return schemas.filter((schema, index) => schemas.findIndex((other) => isSameJson(schema, other)) === index);
}

/** One schema that matches what any of these match. */
export function joinAlternatives(schemas: readonly unknown[]): unknown {
  // `false` matches nothing, so it is dropped.
  const different = distinct(schemas.length > 1 ? schemas.filter((schema) => schema !== false) : schemas);
  return different.length === 1 ? different[0] : { anyOf: different };
}

/** The keywords that accept fewer values when their subschema accepts more. */
const negatingKeywords: ReadonlySet<string> = new Set(['not', 'if', 'contains']);

/** Changes a schema and its subschemas, innermost first, except under keywords that negate. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return mapSchemas(schema, change, { enters: (_, keyword) => !negatingKeywords.has(keyword) });
}

/** Rewrites a tuple as an array, and describes the order of its items. `prefixItems` is kept only if it adds a rule. */
export function withoutTuples(schema: JsonSchema, keepsTuples: boolean): JsonSchema {
  const { prefixItems, items, unevaluatedItems, ...rest } = schema;
  if (!isArray(prefixItems)) return schema;
  // Next to other schemas, `unevaluatedItems` may skip any item.
  const isSkipping = combinesSchemas(rest) || rest['contains'] !== undefined;
  const following = items ?? (isSkipping ? undefined : unevaluatedItems);
  const isClosed = following === false || maximumOf(rest) <= prefixItems.length;
  const listed = isClosed || following === undefined ? prefixItems : [...prefixItems, following];
  const maxItems = following === false ? { maxItems: Math.min(maximumOf(rest), prefixItems.length) } : {};
  // Any item may follow. This is explicit, so that an outer `unevaluatedItems` doesn't apply to them.
  const isOpen = following === undefined && !isClosed;
  const isExact = !isOpen && listed.every((item) => isSameJson(item, listed[0]));
  if (keepsTuples && !isExact) {
    // Some APIs reject an array without `items`. In a closed tuple, `items` applies to no item.
    return withOrder(
      { ...rest, ...maxItems, prefixItems, items: isClosed ? joinAlternatives(prefixItems) : (following ?? {}) },
      prefixItems,
    );
  }
  return withOrder({ ...rest, ...maxItems, items: isOpen ? {} : joinAlternatives(listed) }, prefixItems);
}

function maximumOf({ maxItems }: JsonSchema): number {
  return typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY;
}

function withOrder(schema: JsonSchema, prefixItems: readonly unknown[]): JsonSchema {
  return describedWith(schema, `Items in order: ${prefixItems.map(describeItem).join(', ')}.`);
}

function describeItem(item: unknown): string {
  if (!isObject(item)) return 'anything';
  const { title, description, type, const: constant, $ref } = item;
  for (const text of [title, description]) if (typeof text === 'string') return text.replace(/\.$/, '');
  if (constant !== undefined) return JSON.stringify(constant);
  for (const text of [type, $ref]) if (typeof text === 'string') return text;
  return ['type', 'enum', 'anyOf', 'oneOf'].some((keyword) => keyword in item) ? 'one of several' : 'anything';
}
