import { isList, isObject, type JsonSchema } from '../json-schema/json.ts';
import { anyOf } from './rewrite-schema.ts';

/** Rewrites a tuple as an array of any of its items, and describes the order. Few model APIs support `prefixItems`. */
export function withoutTuples(schema: JsonSchema): JsonSchema {
  const { prefixItems, items, unevaluatedItems, ...rest } = schema;
  if (!isList(prefixItems)) return schema;
  const following = unevaluatedItems ?? items;
  const isClosed = following === false || maximumOf(rest) <= prefixItems.length;
  // Any item may follow. This is explicit, so that an outer `unevaluatedItems` doesn't apply to them.
  if (following === undefined && !isClosed) return withOrder({ ...rest, items: {} }, prefixItems);
  const listed = isClosed ? prefixItems : [...prefixItems, following];
  const maxItems = following === false ? { maxItems: Math.min(maximumOf(rest), prefixItems.length) } : {};
  return withOrder({ ...rest, ...maxItems, items: anyOf(listed) }, prefixItems);
}

function maximumOf({ maxItems }: JsonSchema): number {
  return typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY;
}

function withOrder(schema: JsonSchema, prefixItems: readonly unknown[]): JsonSchema {
  const order = `Items in order: ${prefixItems.map(describeItem).join(', ')}.`;
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${description} ${order}` : order };
}

function describeItem(item: unknown): string {
  if (!isObject(item)) return 'anything';
  const { title, description, type, const: constant } = item;
  for (const text of [title, description]) if (typeof text === 'string') return text.replace(/\.$/, '');
  if (constant !== undefined) return JSON.stringify(constant);
  return typeof type === 'string' ? type : 'one of several';
}
