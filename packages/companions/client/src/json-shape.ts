import { type Fields, isObject } from '@toolwire/internal';

export { type Fields, isObject, present } from '@toolwire/internal';

/** A text with something in it. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** An array whose elements are not yet known. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The objects of an array; nothing where there is no array. */
export function objectsIn(value: unknown): readonly Fields[] {
  return isArray(value) ? value.filter(isObject) : [];
}
