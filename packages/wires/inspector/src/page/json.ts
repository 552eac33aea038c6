/** A value as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonFields;

/** An object as JSON has it. */
export interface JsonFields {
  readonly [name: string]: Json;
}

/** Tells objects from all other values. */
export function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells lists from all other values. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The member of an object that is an object too. */
export function fieldsOf(value: unknown, name: string): JsonFields {
  const member = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isFields(member) ? member : {};
}

/** The member of an object that is a text. */
export function textOf(value: unknown, name: string): string | undefined {
  const member = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}

/** Reads a text as JSON; what is none is `undefined`. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Writes a value as JSON; one that is nested more deeply than a browser follows is `undefined`. */
export function writeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const deepestShown = 60;
const longestShown = 400_000;

/** Sets a JSON text over several lines; one that is too long or too deep for that stays as it came. */
export function prettyJson(text: string): string {
  if (text.length > longestShown || isDeep(text)) return text;
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** Whether a JSON text has more levels than anybody reads, or than what is kept and masked level by level. */
export function isDeep(text: string, deepest = deepestShown): boolean {
  return depthOf(text) > deepest;
}

/** How deep the brackets of a text go, those within its strings left out. */
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

/** A value as a word: texts as they are, all else as JSON has it. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
