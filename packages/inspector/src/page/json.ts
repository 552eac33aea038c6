import { isFields, isList, type Json, type JsonFields } from '@toolwire/internal/json-schema';

export { isFields, isList, type Json, type JsonFields, wordOf } from '@toolwire/internal/json-schema';

/** Returns a property that is an object, or an empty object. */
export function fieldsOf(value: unknown, name: string): JsonFields {
  const member = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isFields(member) ? member : {};
}

/** Returns the entries of a property that is a list, or none. */
export function entriesOf(value: unknown, name: string): readonly Json[] {
  const member = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isList(member) ? member : [];
}

/** Returns a property that is a string. */
export function textOf(value: unknown, name: string): string | undefined {
  const member = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}

/** Parses JSON. Returns `undefined` if it is invalid. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Writes a value as JSON. Returns `undefined` if it is nested too deeply for the browser. */
export function writeJson(value: unknown, replace?: (name: string, value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(value, replace);
  } catch {
    return undefined;
  }
}

const deepestShown = 60;
const longestShown = 400_000;

/** Indents a JSON text, unless it is too long or too deep. */
export function prettyJson(text: string): string {
  if (text.length > longestShown || isDeep(text)) return text;
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** Whether a JSON text is nested too deeply to show, store and mask. */
export function isDeep(text: string, deepest = deepestShown): boolean {
  return depthOf(text) > deepest;
}

/** The nesting depth of a JSON text, without parsing it. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

/** Whether two JSON values are equal. */
export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
