export { type Fields, isObject, parseJson, present } from '@toolwire/internal';

/** Returns a string that is not blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** An array whose elements are not yet known. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
