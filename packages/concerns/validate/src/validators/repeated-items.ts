import { entriesOf, hasDuplicates, isObject, listOf, type PathSegment } from '../json-schema/json.ts';
import { evaluatingSchemas } from '../json-schema/schema-parts.ts';

/** The keywords under which `uniqueItems` always applies. Under other keywords it is one condition among several. */
export const unconditionalKeywords: ReadonlySet<unknown> = new Set([
  'additionalProperties',
  'allOf',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
]);

/**
 * The path of a list with equal items that an unconditional `uniqueItems` forbids. Takes linear time, where @cfworker/json-schema takes
 * quadratic time (seen in 4.1.6).
 */
export function repeatedItems(schema: unknown, value: unknown): readonly PathSegment[] | undefined {
  if (!isObject(schema)) return undefined;
  const isList = Array.isArray(value);
  if (isList && schema['uniqueItems'] === true && hasDuplicates(value)) return [];
  for (const part of listOf(schema['allOf'])) {
    const found = repeatedItems(part, value);
    if (found !== undefined) return found;
  }
  for (const [segment, part] of isList ? value.entries() : entriesOf(value)) {
    // Most parts are scalars.
    const schemas = typeof part === 'object' ? evaluatingSchemas(schema, segment) : [];
    for (const subschema of schemas) {
      const found = repeatedItems(subschema, part);
      if (found !== undefined) return [segment, ...found];
    }
  }
  return undefined;
}
