import { annotationKeywords, isPlainString, mapSubschemasAt } from '@toolwire/internal/json-schema';
import { assertedFormats } from '../json-schema/formats.ts';
import { isObject, type JsonSchema, type PathSegment } from '../json-schema/json.ts';
import { matchesPattern } from '../json-schema/patterns.ts';

/** Removes constraints that models don't need. The library that wrote them still checks them. */
export function removeRedundantKeywords(schema: unknown, path: readonly PathSegment[] = []): unknown {
  if (!isObject(schema)) {
    return schema;
  }
  const draft: Record<string, unknown> = { ...mapSubschemasAt(schema, path, removeRedundantKeywords) };
  removeRedundantPattern(draft);
  if (draft['minimum'] === Number.MIN_SAFE_INTEGER) {
    delete draft['minimum'];
  }
  if (draft['maximum'] === Number.MAX_SAFE_INTEGER) {
    delete draft['maximum'];
  }
  if (isPlainString(draft['propertyNames'])) {
    delete draft['propertyNames'];
  }
  return draft;
}

/** Removes a pattern next to a format, unless it is stricter. A pattern that only requires UTC is shortened. */
function removeRedundantPattern(draft: Record<string, unknown>): void {
  const { format, pattern } = draft;
  if (typeof format !== 'string' || typeof pattern !== 'string' || !assertedFormats.has(format)) {
    return;
  }
  const rejected = rejectedExamples.get(format);
  if (rejected === undefined || matchesPattern(pattern, rejected) !== false) {
    delete draft['pattern'];
  } else if (format === 'date-time' && matchesPattern(pattern, '2026-01-31T12:00:00Z') === true) {
    draft['pattern'] = 'Z$';
  }
}

// A valid value of each format that a stricter pattern rejects: a time with an offset, and a UUID without a version.
const rejectedExamples: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-01-31T12:00:00+02:00'],
  ['uuid', '00000000-0000-0000-0000-000000000001'],
]);

/** Whether a schema accepts every value. */
export function isUnconstrained(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => isAnnotation(keyword) || documentKeywords.has(keyword));
}

/** Whether a keyword only describes a value. */
export function isAnnotation(keyword: string): boolean {
  return annotationKeywords.has(keyword) || keyword.startsWith('x-');
}

const documentKeywords = new Set(['$schema', '$id', 'id', '$comment', '$defs', 'definitions']);
