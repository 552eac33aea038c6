import { type Fields, isObject } from '@toolwire/internal';

/** A JSON Schema: an object of keywords, or `true` or `false` for any value and none. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A part of a schema, with the whole in which its references are looked up. */
export interface Place {
  readonly keywords: Fields;
  readonly whole: JsonSchema;
}

const nothing: Fields = { not: {} };

/** A part of a schema at the place where it stands; what is no schema accepts anything, as an unknown keyword does. */
export function placeOf(part: unknown, whole: JsonSchema): Place {
  if (part === false) return { keywords: nothing, whole };
  return { keywords: isObject(part) ? part : {}, whole };
}

/** The part that a reference within the same schema names. */
export function referredTo(reference: string, whole: JsonSchema): Place | undefined {
  if (reference === '#') return placeOf(whole, whole);
  if (!reference.startsWith('#/')) return undefined;
  let part: unknown = whole;
  for (const step of reference.slice(2).split('/')) {
    const name = stepName(step);
    if (name === undefined || typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Fields)[name];
  }
  return isObject(part) || typeof part === 'boolean' ? placeOf(part, whole) : undefined;
}

// RFC 6901, in the form of a URI fragment.
function stepName(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    // No text that could be the name of a member.
    return undefined;
  }
}

/** The schemas that a keyword lists. */
export function listed({ keywords, whole }: Place, keyword: string): readonly Place[] {
  const parts = keywords[keyword];
  return Array.isArray(parts) ? parts.map((part: unknown) => placeOf(part, whole)) : [];
}

/** A place with some of its keywords only. */
export function without({ keywords, whole }: Place, ...names: readonly string[]): Place {
  return { keywords: Object.fromEntries(Object.entries(keywords).filter(([name]) => !names.includes(name))), whole };
}

/** The names of members that a keyword lists. */
export function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

/** The member of a name, where it is the object's own. */
export function own(fields: unknown, name: string): unknown {
  return isObject(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
}
