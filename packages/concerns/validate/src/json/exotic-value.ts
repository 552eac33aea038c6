import type { JsonProblemKind } from './json-problem.ts';

/** An object that is neither a plain one nor an array: what to send for it. */
export type Exotic = { readonly problem: JsonProblemKind } | { readonly value: unknown } | { readonly fields: object };

// By tag and not by instanceof: a Map of another realm is as unfit for JSON as one of ours.
const tagProblems: ReadonlyMap<string, JsonProblemKind> = new Map([
  ['[object Map]', 'collection'],
  ['[object Set]', 'collection'],
  ['[object WeakMap]', 'collection'],
  ['[object WeakSet]', 'collection'],
  ['[object WeakRef]', 'collection'],
  ['[object Promise]', 'promise'],
  ['[object RegExp]', 'opaque'],
  ['[object Error]', 'error'],
  ['[object BigInt]', 'bigint'],
  ['[object Symbol]', 'symbol'],
]);

const binaryTags: ReadonlySet<string> = new Set([
  '[object ArrayBuffer]',
  '[object SharedArrayBuffer]',
  '[object Blob]',
  '[object File]',
]);
const boxedTags: ReadonlySet<string> = new Set(['[object Number]', '[object String]', '[object Boolean]']);

/** Decides what an instance is in JSON, as `JSON.stringify` would, but refusing what it silently empties. */
export function convertExotic(value: object, toJSON: unknown): Exotic {
  const tag = Object.prototype.toString.call(value);
  if (ArrayBuffer.isView(value) || binaryTags.has(tag)) {
    return { problem: 'binary' };
  }
  if (tag === '[object Date]' && Number.isNaN((value as Date).getTime())) {
    return { problem: 'invalid_date' };
  }
  if (typeof toJSON === 'function') {
    const converted: unknown = toJSON.call(value, '');
    return converted === undefined ? { problem: 'to_json' } : { value: converted };
  }
  if (boxedTags.has(tag)) {
    return { value: value.valueOf() };
  }
  const problem = tagProblems.get(tag);
  if (problem !== undefined) {
    return { problem };
  }
  return Object.keys(value).length === 0 ? { problem: 'opaque' } : { fields: value };
}
