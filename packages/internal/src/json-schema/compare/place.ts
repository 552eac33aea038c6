import type { Fields } from '../../json-values.ts';
import { isSchema, resolveReference } from '../references.ts';
import { toObjectSchema } from '../types.ts';

/** A JSON Schema: an object of keywords, `true` for any value, or `false` for no value. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A part of a schema, with the root for its references. */
export interface Place {
  readonly keywords: Fields;
  readonly whole: JsonSchema;
}

/** Creates a place. An invalid schema accepts any value, like an unknown keyword. */
export function placeOf(part: unknown, whole: JsonSchema): Place {
  return { keywords: toObjectSchema(part), whole };
}

/** Resolves a reference within the schema. */
export function referredTo(reference: string, whole: JsonSchema): Place | undefined {
  const part = resolveReference(reference, whole);
  return isSchema(part) ? placeOf(part, whole) : undefined;
}

/** Returns the schemas in the list of a keyword. */
export function listed({ keywords, whole }: Place, keyword: string): readonly Place[] {
  const parts = keywords[keyword];
  return Array.isArray(parts) ? parts.map((part: unknown) => placeOf(part, whole)) : [];
}

/** Returns a place with only some of its keywords. */
export function without({ keywords, whole }: Place, ...names: readonly string[]): Place {
  return { keywords: Object.fromEntries(Object.entries(keywords).filter(([name]) => !names.includes(name))), whole };
}
