import { type Fields, isObject } from '@toolwire/internal';
import { combinesSchemas, mapSchemas } from '@toolwire/internal/json-schema';
import type { JsonSchema } from './subschema.ts';

/**
 * Replaces `unevaluatedItems` with `items`, and `unevaluatedProperties` with `additionalProperties`, where they mean the same. Only the
 * latter can be compared keyword by keyword.
 */
export function withoutUnevaluated(schema: JsonSchema): JsonSchema {
  return isObject(schema) ? mapSchemas(schema, replaceUnevaluated) : schema;
}

function replaceUnevaluated(schema: Fields): Fields {
  if (isEvaluatedElsewhere(schema)) return schema;
  const { unevaluatedItems, unevaluatedProperties, ...rest } = schema;
  // An item that `contains` accepts is evaluated.
  const keyword = rest['contains'] === undefined ? 'items' : 'unevaluatedItems';
  return {
    ...(unevaluatedItems !== undefined && { [keyword]: unevaluatedItems }),
    ...(unevaluatedProperties !== undefined && { additionalProperties: unevaluatedProperties }),
    // Next to `items` or `additionalProperties`, nothing stays unevaluated.
    ...rest,
  };
}

function isEvaluatedElsewhere(schema: Fields): boolean {
  // Before 2020-12, `items` could be a list, and `dependencies` could have schemas.
  const isOlder = Array.isArray(schema['items']) || 'dependencies' in schema;
  return isOlder || combinesSchemas(schema) || '$dynamicRef' in schema || '$recursiveRef' in schema;
}
