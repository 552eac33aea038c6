import type { JsonValue } from '../json-schema/json.ts';
import { JsonCopy, type JsonWith } from './json-copy.ts';
import { type JsonProblem, jsonProblem } from './json-problem.ts';
import { swallowRejections } from './swallow-rejections.ts';

/** A plain JSON copy, or the reason why it can't be made. */
export type JsonValueResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: JsonProblem };

const defaultMaxBytes = 10 * 1024 * 1024;

/**
 * Copies any value to plain JSON data, and reads each property once. No getter, proxy or later change can alter the value
 * that is checked and sent. Never throws. As in `JSON.stringify`, fields that are `undefined` are omitted, a `Date` becomes its ISO
 * string, and `toJSON` is called. Any other `undefined` becomes null. `maxBytes` is the approximate maximum size of the JSON text.
 */
export function toJsonValue(value: unknown, maxBytes: number = defaultMaxBytes): JsonValueResult {
  if (value === null || value === undefined) {
    return { ok: true, value: null };
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return { ok: true, value };
  }
  return copyJson<never>(value, () => undefined, maxBytes);
}

/** Copies any value to plain JSON data, except objects that `keep` returns a copy of. */
export function copyJson<Kept>(
  value: unknown,
  keep: (value: object) => Kept | undefined,
  maxBytes: number = defaultMaxBytes,
): { readonly ok: true; readonly value: JsonWith<Kept> } | Extract<JsonValueResult, { readonly ok: false }> {
  const copy = new JsonCopy(maxBytes, keep);
  const copied = copy.of(value);
  if (copy.problem === undefined) {
    return { ok: true, value: copied };
  }
  swallowRejections(value);
  return { ok: false, problem: jsonProblem(copy.problem, copy.path.reverse()) };
}
