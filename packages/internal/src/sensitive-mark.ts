import { isObject } from './json-shape.ts';

/** Whether a schema marks its value as one that must never be repeated: `writeOnly`, `format: password` or `x-sensitive`. */
export function isSensitive(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { writeOnly, format, 'x-sensitive': sensitive, allOf, anyOf, oneOf } = schema;
  return (
    writeOnly === true ||
    format === 'password' ||
    sensitive === true ||
    [allOf, anyOf, oneOf].some((branches) => Array.isArray(branches) && branches.some(isSensitive))
  );
}
