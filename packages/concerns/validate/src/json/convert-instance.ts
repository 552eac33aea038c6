import type { JsonProblemKind } from './json-problem.ts';

/** The JSON form of an object that is neither a plain object nor an array. */
export type ConvertedInstance =
  | { readonly problem: JsonProblemKind }
  | { readonly value: unknown }
  | { readonly fields: object };

// Tags instead of instanceof, so that objects of another realm are recognized.
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

/** Converts an instance as `JSON.stringify` does, but rejects objects that `JSON.stringify` silently empties. */
export function convertInstance(value: object, toJSON: unknown): ConvertedInstance {
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
