import { isAnnotation, type JsonSchema, listOf } from '../json-schema/json.ts';

/** The last published level of a recursive schema. It accepts any value, and describes that the structure continues. */
export function openPart(reference: JsonSchema): JsonSchema {
  const annotations = Object.fromEntries(Object.entries(reference).filter(([keyword]) => isAnnotation(keyword)));
  return { ...annotations, description: reference['description'] ?? 'The same structure again, nested to any depth.' };
}

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
