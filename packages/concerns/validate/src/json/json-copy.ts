import { type JsonValue, type PathSegment, setOwn } from '../json-schema/json.ts';
import type { JsonProblemKind } from './json-problem.ts';

/** JSON, except for values that stay as they are. */
export type JsonWith<Kept> = Kept | JsonValue | readonly JsonWith<Kept>[] | { readonly [name: string]: JsonWith<Kept> };

/** The maximum depth of arrays and objects. */
const maxDepth = 100;

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

/** The state of one copy: its remaining limits, and the first problem. */
export class JsonCopy<Kept> {
  problem: JsonProblemKind | undefined;
  /** The path of the problem, innermost segment first. */
  readonly path: PathSegment[] = [];
  private bytesLeft: number;
  private levelsLeft: number;
  private readonly keep: (value: object) => Kept | undefined;

  constructor(maxBytes: number, keep: (value: object) => Kept | undefined) {
    this.keep = keep;
    this.bytesLeft = maxBytes;
    this.levelsLeft = maxDepth;
  }

  of(value: unknown): JsonWith<Kept> {
    try {
      return this.any(value);
    } catch {
      // A getter, a proxy or toJSON may throw anything, so the error is not read.
      return this.fail('unreadable');
    }
  }

  private any(value: unknown): JsonWith<Kept> {
    switch (typeof value) {
      case 'string':
        return this.spend(value.length + 2) ? value : this.fail('too_large');
      case 'number':
        return Number.isFinite(value) ? this.scalar(value, lengthOf(value)) : this.fail('non_finite');
      case 'boolean':
        return this.scalar(value, value ? 4 : 5);
      case 'undefined':
        return this.scalar(null, 4);
      case 'object':
        return value === null ? this.scalar(null, 4) : this.nested(value);
      case 'bigint':
        return this.fail('bigint');
      case 'function':
        return this.fail('function');
      case 'symbol':
        return this.fail('symbol');
    }
  }

  private nested(value: object): JsonWith<Kept> {
    if (this.levelsLeft === 0) {
      return this.fail('too_deep');
    }
    this.levelsLeft -= 1;
    const copied = this.object(value);
    this.levelsLeft += 1;
    return copied;
  }

  private object(value: object): JsonWith<Kept> {
    if (Array.isArray(value)) {
      return this.array(value);
    }
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON !== 'function' && isPlain(value)) {
      return this.record(value);
    }
    return this.instance(value, toJSON);
  }

  /** Copies an instance as `JSON.stringify` does, but rejects objects that `JSON.stringify` silently empties. */
  private instance(value: object, toJSON: unknown): JsonWith<Kept> {
    const kept = this.keep(value);
    if (kept !== undefined) {
      return this.spend(26) ? kept : this.fail('too_large');
    }
    const tag = Object.prototype.toString.call(value);
    if (ArrayBuffer.isView(value) || binaryTags.has(tag)) return this.fail('binary');
    if (tag === '[object Date]' && Number.isNaN((value as Date).getTime())) return this.fail('invalid_date');
    if (typeof toJSON === 'function') {
      const converted: unknown = toJSON.call(value, '');
      return converted === undefined ? this.fail('to_json') : this.converted(converted);
    }
    if (boxedTags.has(tag)) return this.converted(value.valueOf());
    const problem = tagProblems.get(tag);
    if (problem !== undefined) return this.fail(problem);
    return Object.keys(value).length === 0 ? this.fail('opaque') : this.record(value);
  }

  /** The result of toJSON is data. Like `JSON.stringify`, its own toJSON is not called. */
  private converted(value: unknown): JsonWith<Kept> {
    if (typeof value !== 'object' || value === null) {
      return this.any(value);
    }
    if (Array.isArray(value)) {
      return this.array(value);
    }
    return isPlain(value) ? this.record(value) : this.instance(value, undefined);
  }

  private array(value: readonly unknown[]): JsonWith<Kept> {
    const { length } = value;
    const copied: JsonWith<Kept>[] = [];
    for (let index = 0; index < length; index += 1) {
      copied.push(this.of(value[index]));
      if (this.problem !== undefined) {
        this.path.push(index);
        return null;
      }
    }
    // The brackets, and a comma after each item.
    return this.spend(2 + length) ? copied : this.fail('too_large');
  }

  private record(value: object): JsonWith<Kept> {
    const copied: Record<string, JsonWith<Kept>> = {};
    for (const key of Object.keys(value)) {
      const field = this.field(value, key);
      if (this.problem !== undefined) {
        this.path.push(key);
        return null;
      }
      if (field !== undefined) {
        setOwn(copied, key, field);
      }
    }
    return this.spend(2) ? copied : this.fail('too_large');
  }

  private field(value: object, key: string): JsonWith<Kept> | undefined {
    try {
      const field = (value as Record<string, unknown>)[key];
      if (field === undefined) {
        return undefined;
      }
      return this.spend(key.length + 4) ? this.any(field) : this.fail('too_large');
    } catch {
      return this.fail('unreadable');
    }
  }

  private scalar(value: JsonValue, characters: number): JsonValue {
    return this.spend(characters) ? value : this.fail('too_large');
  }

  private spend(bytes: number): boolean {
    this.bytesLeft -= bytes;
    return this.bytesLeft >= 0;
  }

  private fail(problem: JsonProblemKind): null {
    this.problem ??= problem;
    return null;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // The second condition matches plain objects of another realm, such as a Jest sandbox.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** The length of a number as JSON text. A fraction counts as a short one, because writing it takes longer than the whole copy. */
function lengthOf(value: number): number {
  // From 1e21 on, JSON has exponents.
  if (!Number.isInteger(value) || Math.abs(value) >= 1e21) return 5;
  return Math.floor(Math.log10(Math.max(1, Math.abs(value)))) + (value < 0 ? 2 : 1);
}
