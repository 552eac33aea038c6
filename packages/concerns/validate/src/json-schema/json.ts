import { annotationKeywords } from '@toolwire/internal/json-schema';

export {
  entriesOf,
  isArray,
  isObject,
  type Json as JsonValue,
  type JsonFields as JsonObject,
  listOf,
  own,
  setOwn,
} from '@toolwire/internal';
export type { PathSegment } from '@toolwire/internal/json-schema';

/** A JSON Schema in object form. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A JSON Schema under construction. */
export type Draft = Record<string, unknown>;

/** A string that is the same for JSON values that JSON Schema calls equal: key order doesn't matter, and 1.0 equals 1. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonical).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const record = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(record).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(record[key])}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'undefined';
}

/** Whether an array has duplicate items, in linear time. */
export function hasDuplicates(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const key = canonical(item);
    if (seen.has(key)) {
      return true;
    }
    seen.add(key);
  }
  return false;
}

/** The keywords whose subschemas apply to the same value as the schema. */
export const sameValueKeywords: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
]);

/** Whether a keyword only describes a value. */
export function isAnnotation(keyword: string): boolean {
  return annotationKeywords.has(keyword) || keyword.startsWith('x-');
}
