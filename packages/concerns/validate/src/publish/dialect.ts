import { combinesSchemas, mapSchemas, someSchema, typesOf } from '@toolwire/internal/json-schema';
import { type Draft, isObject, type JsonSchema, listOf } from '../json-schema/json.ts';

/** Rewrites a schema with keywords of 2020-12 that draft-07 reads alike or ignores (E65), and drops the document's identifiers. */
export function rewriteDialect(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const hasUnevaluatedItems = someSchema(schema, ({ unevaluatedItems }) => unevaluatedItems !== undefined);
  return mapSchemas(schema, (part) => rewriteKeywords(part, hasUnevaluatedItems));
}

function rewriteKeywords(schema: JsonSchema, hasUnevaluatedItems: boolean): JsonSchema {
  const draft: Draft = { ...schema };
  for (const keyword of [
    '$schema',
    '$id',
    'id',
    '$anchor',
    '$dynamicAnchor',
    '$recursiveAnchor',
    '$comment',
    '$vocabulary',
    '$async',
  ]) {
    delete draft[keyword];
  }
  removeRepeats(draft);
  rewriteNullable(draft);
  rewriteTuple(draft);
  rewriteDependencies(draft);
  if (!hasUnevaluatedItems) rewriteContains(draft);
  rewriteExclusive(draft, 'minimum', 'exclusiveMinimum');
  rewriteExclusive(draft, 'maximum', 'exclusiveMaximum');
  return draft;
}

/** Removes repeated types and names, which the dialect forbids. Libraries that convert schemas write some. */
function removeRepeats(draft: Draft): void {
  const { type, required, dependentRequired } = draft;
  if (type !== undefined) draft['type'] = once(type);
  if (required !== undefined) draft['required'] = once(required);
  if (isObject(dependentRequired)) {
    draft['dependentRequired'] = eachOnce(Object.entries(dependentRequired));
  }
}

function once(list: unknown): unknown {
  return Array.isArray(list) ? [...new Set<unknown>(list)] : list;
}

function eachOnce(entries: readonly (readonly [string, unknown])[]): JsonSchema {
  return Object.fromEntries(entries.map(([name, names]) => [name, once(names)]));
}

/** Rewrites OpenAPI's `nullable`, which only ajv supports. */
function rewriteNullable(draft: Draft): void {
  const { nullable } = draft;
  if (typeof nullable !== 'boolean') {
    return;
  }
  delete draft['nullable'];
  const types = typesOf(draft);
  if (nullable && types.length > 0) {
    draft['type'] = [...new Set([...types, 'null'])];
  }
}

/** Rewrites tuples as `prefixItems` without `items`, which draft-07 would apply to every item. */
function rewriteTuple(draft: Draft): void {
  if (Array.isArray(draft['items'])) {
    draft['prefixItems'] = draft['items'];
    delete draft['items'];
    if (draft['additionalItems'] !== undefined) {
      draft['items'] = draft['additionalItems'];
    }
  }
  delete draft['additionalItems'];
  const { items, prefixItems, maxItems } = draft;
  // Libraries write a tuple without items, which the dialect doesn't allow.
  const isEmpty = Array.isArray(prefixItems) && prefixItems.length === 0;
  if (isEmpty) {
    delete draft['prefixItems'];
  }
  if (!Array.isArray(prefixItems) || items === undefined || (isEmpty && items !== false)) {
    return;
  }
  delete draft['items'];
  if (items === false) {
    draft['maxItems'] = typeof maxItems === 'number' ? Math.min(maxItems, prefixItems.length) : prefixItems.length;
  } else if (combinesSchemas(draft) || draft['contains'] !== undefined) {
    // Here `unevaluatedItems` would skip the items that another schema evaluates. Inside of `allOf` it sees only its own tuple.
    delete draft['prefixItems'];
    delete draft['unevaluatedItems'];
    draft['allOf'] = [...listOf(draft['allOf']), { prefixItems, unevaluatedItems: items }];
  } else {
    // `true` is written too, because an output sends the items that it covers.
    draft['unevaluatedItems'] = items;
  }
}

/**
 * Drops a `contains` that requires no item. Draft-07 ignores `minContains: 0`, and would require one. Not in a document with
 * `unevaluatedItems`, which accepts the items that `contains` evaluates.
 */
function rewriteContains(draft: Draft): void {
  const { minContains, maxContains } = draft;
  if (minContains === 0 && maxContains === undefined) {
    delete draft['contains'];
    delete draft['minContains'];
  }
}

function rewriteDependencies(draft: Draft): void {
  const { dependencies } = draft;
  if (!isObject(dependencies)) {
    return;
  }
  delete draft['dependencies'];
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  const rewritten: JsonSchema = {
    ...(names.length > 0 && { dependentRequired: eachOnce(names) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
  if (Object.keys(rewritten).some((keyword) => Object.hasOwn(draft, keyword))) {
    // Both the old and the new keywords apply, even to the same name.
    draft['allOf'] = [...listOf(draft['allOf']), rewritten];
  } else {
    Object.assign(draft, rewritten);
  }
}

/** Rewrites draft-04's `exclusiveMinimum: true` next to `minimum`. */
function rewriteExclusive(draft: Draft, bound: string, exclusive: string): void {
  if (draft[exclusive] === true) {
    draft[exclusive] = draft[bound];
    delete draft[bound];
  } else if (draft[exclusive] === false) {
    delete draft[exclusive];
  }
}
