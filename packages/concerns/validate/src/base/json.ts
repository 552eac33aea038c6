export { isObject } from '@toolwire/internal';

/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A JSON Schema in object form. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The name of a field inside a value: a key of an object or an index of an array. */
export type PathSegment = string | number;

/** An array as it is, anything else as an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Reads a key only where the object has it itself: `toString` is nobody's parameter by accident. */
export function own(object: { readonly [key: string]: unknown }, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a key as plain data, so that `__proto__` becomes a key and never a prototype. */
export function setOwn(object: object, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    (object as Record<string, unknown>)[key] = value;
  }
}
