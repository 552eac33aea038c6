import { isFields, isList, type Json, type JsonFields, parseJson } from '@toolwire/internal';

export { isFields, isList, isSameJson, type Json, type JsonFields, parseJson, wordOf } from '@toolwire/internal';

/** Returns a member of an object or a list. Inherited properties, such as `constructor`, are not members. */
export function memberOf(value: unknown, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonFields)[name];
}

/** Returns a property that is an object, or an empty object. */
export function fieldsOf(value: unknown, name: string): JsonFields {
  const member = memberOf(value, name);
  return isFields(member) ? member : {};
}

/** Returns the entries of a property that is a list, or none. */
export function entriesOf(value: unknown, name: string): readonly Json[] {
  const member = memberOf(value, name);
  return isList(member) ? member : [];
}

/** Returns a property that is a string. */
export function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

/** Writes a value as JSON. Returns `undefined` if it is nested too deeply for the browser. */
export function writeJson(value: unknown, replace?: (name: string, value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(value, replace);
  } catch {
    return undefined;
  }
}

const maxShownDepth = 60;
const maxShownLength = 400_000;

/** Indents a JSON text, unless it is too long or too deep. */
export function prettyJson(text: string): string {
  if (text.length > maxShownLength || isDeep(text)) return text;
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** Whether a JSON text is nested too deeply to show, store and mask. */
export function isDeep(text: string, maxDepth: number = maxShownDepth): boolean {
  return depthOf(text) > maxDepth;
}

/** Returns the nesting depth of a JSON text, without parsing it. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character === '\\') index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}
