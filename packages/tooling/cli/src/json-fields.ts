import { type Fields, isObject } from '@toolwire/internal';

/** Parses JSON. Returns `undefined` if the text is not JSON, such as an HTML page. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the JSON object in a text, or an empty object. */
export function fieldsIn(text: string): Fields {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}

/** Returns a string, or an empty string for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
