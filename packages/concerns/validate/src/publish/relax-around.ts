import { type JsonSchema, listOf } from '../json-schema/json.ts';

/** Relaxes a schema with open parts below some keywords: more values may match a part, so negated keywords must not forbid them. */
export function relaxAround(schema: JsonSchema, openKeywords: ReadonlySet<unknown>): JsonSchema {
  if (openKeywords.size === 0) {
    return schema;
  }
  const { unevaluatedItems: _items, unevaluatedProperties: _properties, ...rest } = schema;
  const result: Record<string, unknown> = { ...rest };
  if (openKeywords.has('not')) {
    delete result['not'];
  }
  if (openKeywords.has('if')) {
    delete result['then'];
    delete result['else'];
  }
  if (openKeywords.has('contains')) {
    delete result['maxContains'];
  }
  if (openKeywords.has('oneOf')) {
    delete result['oneOf'];
    return result['anyOf'] === undefined
      ? { ...result, anyOf: schema['oneOf'] }
      : { ...result, allOf: [...listOf(result['allOf']), { anyOf: schema['oneOf'] }] };
  }
  return result;
}
