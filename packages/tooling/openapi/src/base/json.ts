import { isObject as isRecord } from '@toolwire/internal';

export { listOf, own, stringsOf as textsOf } from '@toolwire/internal';
export { isRecord };

/** An object as JSON and YAML have it, whose fields are not known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value where it is an object; an empty one otherwise. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The value where it is a string that isn't empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** An object of the fields that have a value. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}

type Defined<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] } & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};
