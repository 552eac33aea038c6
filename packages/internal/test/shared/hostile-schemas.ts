type Json = null | boolean | number | string | readonly Json[] | Schema;

interface Schema {
  readonly [keyword: string]: Json;
}

/** Combines a reference twice. */
type Doubling = (next: Schema) => Schema;

/** The ways to refer to a schema twice. */
export const doublings = {
  members: (next) => ({ type: 'object', properties: { a: next, b: next } }),
  allOf: (next) => ({ allOf: [next, next] }),
  anyOf: (next) => ({ anyOf: [next, next] }),
} satisfies Readonly<Record<string, Doubling>>;

/** The limit of CPU time for a hostile schema. Usual is a tenth of a second, and without a limit of parts minutes. */
export const maxHostileMs = 10_000;

/**
 * A schema of less than 3 kB that expands to a billion parts: each of 30 definitions refers to the next one twice, and the last one
 * is given.
 */
export function hostileSchema(double: Doubling, last: Schema = { type: 'string' }, path = '#/$defs'): Schema {
  const next = (index: number): Schema => ({ $ref: `${path}/d${index}` });
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`d${index}`, index === 29 ? last : double(next(index + 1))]),
  );
  return { type: 'object', ...double(next(0)), $defs };
}
