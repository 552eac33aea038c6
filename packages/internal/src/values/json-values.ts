/** A JSON object whose members are not yet known. */
export interface Fields {
  readonly [name: string]: unknown;
}

/** Whether a value is a JSON object, which an array is not. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonFields;

/** A JSON object. */
export interface JsonFields {
  readonly [name: string]: Json;
}

/** Whether parsed JSON is an object. */
export function isFields(value: unknown): value is JsonFields {
  return isObject(value);
}

/** Whether parsed JSON is an array. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Parses JSON. Returns `undefined` if the text is not JSON, such as an HTML page. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the JSON object in a text, or an empty object. */
export function fieldsIn(text: string): Fields {
  return recordOf(parseJson(text));
}

/** Returns strings unchanged, and other values as JSON. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Returns an object as it is, and an empty object for anything else. */
export function recordOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Returns a string that isn't blank, and `undefined` for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns a string as it is, and an empty string for anything else. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a value is an array, whose elements are not yet known. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns an array as it is, and an empty array for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings in an array; empty for anything else. */
export function stringsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

/** The entries of an object, and an empty array for anything else. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** Reads an own member of an object only, so that `toString` is not read by accident. */
export function own(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Sets a member as plain data, so that `__proto__` never sets the prototype. */
export function setOwn(object: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    (object as Record<string, unknown>)[name] = value;
  }
}

/** Returns an object with only the fields that have a value. */
export function withoutUndefined<Members extends object>(fields: Members): Defined<Members> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Members>;
}

type Defined<Members> = { [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name] } & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>;
};

/** Whether a member could replace a prototype when it is copied or merged: `__proto__`, or a `constructor` with a `prototype`. */
export function isForbiddenName(name: string, value: unknown): boolean {
  return name === '__proto__' || (name === 'constructor' && isContainer(value) && Object.hasOwn(value, 'prototype'));
}

/** Whether a member has a value: null counts as absent, as it does in most protocols. */
export function present(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether two JSON values are equal, in any order of members (RFC 8259, section 4). */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]))
  );
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const maxPlainLength = 100;
// Printable ASCII that JSON doesn't escape.
const plain = /^[ !#-[\]-~]*$/;

/** JSON.stringify, twice as fast for numbers and short plain strings. */
export function stringifyValue(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  if (typeof value === 'string' && value.length <= maxPlainLength && plain.test(value)) return `"${value}"`;
  return JSON.stringify(value);
}

/** Groups items by a key, in the order of the first item of each group. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Creates a function that computes its value once for each object, and stores it as long as the object exists. */
export function cachedBy<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const value = create(key);
    cache.set(key, value);
    return value;
  };
}
