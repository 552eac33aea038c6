import { isObject } from '../json.ts';
import { visitSchemas } from '../publish/subschemas.ts';

/** Whether a schema marks its value as one that must never be repeated: `writeOnly`, `format: password` or `x-sensitive`. */
export function isSensitive(schema: unknown): boolean {
  if (!isObject(schema)) {
    return false;
  }
  const { allOf, anyOf, oneOf } = schema;
  return (
    schema['writeOnly'] === true ||
    schema['format'] === 'password' ||
    schema['x-sensitive'] === true ||
    [allOf, anyOf, oneOf].some((branches) => Array.isArray(branches) && branches.some(isSensitive))
  );
}

/** Whether a schema, or any below it, marks its value as sensitive: what is given instead of such an object may be its secret. */
export function holdsSensitive(schema: unknown): boolean {
  let holds = false;
  visitSchemas(schema, (subschema) => {
    holds ||= isSensitive(subschema);
  });
  return holds;
}
