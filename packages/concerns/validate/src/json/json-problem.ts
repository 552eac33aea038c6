import { cutText } from '@toolwire/internal';
import { memberPath } from '@toolwire/internal/json-schema';
import type { PathSegment } from '../json-schema/json.ts';

/** Why a value can't be represented in JSON, as a stable code. */
export type JsonProblemKind =
  | 'bigint'
  | 'binary'
  | 'collection'
  | 'error'
  | 'function'
  | 'invalid_date'
  | 'non_finite'
  | 'opaque'
  | 'promise'
  | 'symbol'
  | 'to_json'
  | 'too_deep'
  | 'too_large'
  | 'unreadable';

/** Why and where a value can't be represented in JSON: the path and the kind, but no value. */
export interface JsonProblem {
  readonly kind: JsonProblemKind;
  readonly path: readonly PathSegment[];
  readonly message: string;
}

const advice: Readonly<Record<JsonProblemKind, string>> = {
  bigint: 'is a BigInt; return a number or a string',
  binary: 'holds bytes; return base64 text',
  collection: 'is a Map, Set or similar; return an object or an array',
  error: 'is an Error; throw it, or return its message',
  function: 'is a function',
  invalid_date: 'is an invalid Date',
  non_finite: 'is not a finite number',
  opaque: 'is an instance without own fields; return plain data or give the class a toJSON method',
  promise: 'is a promise; await it',
  symbol: 'is a symbol',
  to_json: 'has a toJSON method that returns nothing',
  too_deep: 'is nested too deeply, or contains itself',
  too_large: 'is too large',
  unreadable: 'threw when it was read',
};

/** Describes a problem with its path. */
export function jsonProblem(kind: JsonProblemKind, path: readonly PathSegment[]): JsonProblem {
  const text = pathText(path);
  if (kind === 'too_large' && text !== '') {
    // The part at the path need not be large: the limit is for the whole value.
    return { kind, path, message: `The value ${advice.too_large}; the limit is reached at ${text}.` };
  }
  return { kind, path, message: `${text === '' ? 'The value' : text} ${advice[kind]}.` };
}

const maxPathText = 100;

/** A path in code notation, such as `tags[2].email`; truncated when it is long. */
export function pathText(path: readonly PathSegment[]): string {
  let text = '';
  for (const segment of path) {
    text = typeof segment === 'number' ? `${text}[${segment}]` : memberPath(text, segment);
    if (text.length > maxPathText) break;
  }
  return cutText(text, maxPathText);
}
