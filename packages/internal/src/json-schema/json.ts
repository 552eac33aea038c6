/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonFields;

/** A JSON object. */
export interface JsonFields {
  readonly [name: string]: Json;
}

/** Whether parsed JSON is an object. */
export function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether parsed JSON is an array. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns strings unchanged, and other values as JSON. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
