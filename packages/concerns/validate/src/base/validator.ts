import type { JsonSchema, PathSegment } from './json.ts';

/** One place where a value does not fit a JSON Schema. */
export interface ValidatorError {
  readonly path: readonly PathSegment[];
  readonly keyword: string;
}

/** Whether a value fits, and where it does not; the number of errors is bounded. */
export type ValidatorResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly errors: readonly ValidatorError[] };

/** Compiles JSON Schemas to checks; `ajv()` and `noEval()` are the two that come with this package. */
export interface JsonSchemaValidator {
  compile(schema: JsonSchema): (value: unknown) => ValidatorResult;
}

/** Counts the parts of a value, and stops as soon as there are more than `limit`. */
export function hasMoreParts(value: unknown, limit: number): boolean {
  return countParts(value, limit) < 0;
}

function countParts(value: unknown, left: number): number {
  if (left < 0 || typeof value !== 'object' || value === null) {
    return left - 1;
  }
  let remaining = left - 1;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    remaining = countParts(part, remaining);
    if (remaining < 0) {
      break;
    }
  }
  return remaining;
}
