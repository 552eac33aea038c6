export { isObject, listOf, own, stringsOf } from '@toolwire/internal';

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

/** Returns an object with only the fields that have a value. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}

type Defined<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] } & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};
