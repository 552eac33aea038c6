export { isObject, listOf, own, stringsOf, withoutUndefined } from '@toolwire/internal';

import { isObject } from '@toolwire/internal';

/** A JSON object whose fields are not yet known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns an object as it is, and an empty object for anything else. */
export function recordOf(value: unknown): JsonRecord {
  return isObject(value) ? value : {};
}

/** Returns a string that isn't blank, and `undefined` for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
