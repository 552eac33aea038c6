import { type Fields, isObject, parseJson } from '@toolwire/internal';

/** Returns the JSON object in a text, or an empty object. */
export function fieldsIn(text: string): Fields {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}

/** Returns a string, or an empty string for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
