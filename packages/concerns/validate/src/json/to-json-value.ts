import type { JsonValue } from '../base/json.ts';
import { hearPromises } from './hear-promises.ts';
import { JsonCopy, type JsonWith } from './json-copy.ts';
import { type JsonProblem, jsonProblem } from './json-problem.ts';

/** Bounds for `toJsonValue`. */
export interface JsonValueOptions {
  /** About how long the JSON text may be; 10 MiB unless told. */
  readonly maxBytes?: number | undefined;
  /** How deep arrays and objects may nest; 100 unless told. */
  readonly maxDepth?: number | undefined;
}

/** A copy that is plain JSON through and through, or why there is none. */
export type JsonValueResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: JsonProblem };

const defaultMaxBytes = 10 * 1024 * 1024;
const defaultMaxDepth = 100;

/**
 * Copies any value to plain JSON data, reading each property once: no getter, proxy or later change can alter what is
 * checked and sent. Never throws. `undefined` is null, a `Date` its ISO text, `toJSON` is honoured.
 */
export function toJsonValue(value: unknown, options: JsonValueOptions = {}): JsonValueResult {
  if (value === null || value === undefined) {
    return { ok: true, value: null };
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return { ok: true, value };
  }
  return copyJson<never>(value, options, () => undefined);
}

/** Copies any value to plain JSON data, but for the objects of which `keep` gives a copy. */
export function copyJson<Kept>(
  value: unknown,
  options: JsonValueOptions,
  keep: (value: object) => Kept | undefined,
): { readonly ok: true; readonly value: JsonWith<Kept> } | Extract<JsonValueResult, { readonly ok: false }> {
  const copy = new JsonCopy(options.maxBytes ?? defaultMaxBytes, options.maxDepth ?? defaultMaxDepth, keep);
  const copied = copy.of(value);
  if (copy.problem === undefined) {
    return { ok: true, value: copied };
  }
  hearPromises(value);
  return { ok: false, problem: jsonProblem(copy.problem, copy.path.reverse()) };
}
