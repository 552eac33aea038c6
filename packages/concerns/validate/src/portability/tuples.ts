import { isSameJson } from '@toolwire/internal';
import { combinesSchemas, describedWith } from '@toolwire/internal/json-schema';
import { isArray, isObject, type JsonSchema } from '../json-schema/json.ts';
import { joinAlternatives } from './rewrite-keywords.ts';

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
