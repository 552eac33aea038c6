import type { JsonSchema, PathSegment } from '../json-schema/json.ts';

/** One place where a value violates a JSON Schema. */
export interface ValidatorError {
  readonly path: readonly PathSegment[];
  readonly keyword: string;
}

/** Whether a value is valid, with a limited number of errors. */
export type ValidatorResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly errors: readonly ValidatorError[] };

/** Keywords with branches. If no branch fits, the errors of the branches say less than the error of the keyword. */
export const unionKeywords: ReadonlySet<string> = new Set(['anyOf', 'contains', 'oneOf', 'propertyNames']);

/** Compiles JSON Schemas to checks. This package has two: `ajv()` and `noEval()`. */
export interface JsonSchemaValidator {
  compile(schema: JsonSchema): (value: unknown) => ValidatorResult;
}

/** Whether a value has more parts than `limit`. Stops counting at the limit. */
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
