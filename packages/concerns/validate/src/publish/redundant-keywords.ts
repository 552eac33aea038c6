import { annotationKeywords, isPlainString, mapSubschemasAt } from '@toolwire/internal/json-schema';
import { assertedFormats, matchesPattern } from '../json-schema/formats.ts';
import { isObject, type JsonSchema, type PathSegment } from '../json-schema/json.ts';

/** Drops what libraries write for validators and models don't need. The library still checks it. */
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

/** Drops a pattern next to a format, unless the pattern is stricter. */
function removeRedundantPattern(draft: Record<string, unknown>): void {
  const { format, pattern } = draft;
  if (typeof format !== 'string' || typeof pattern !== 'string' || !assertedFormats.has(format)) {
    return;
  }
  const refused = rejectedExamples.get(format);
  if (refused === undefined || matchesPattern(pattern, refused) !== false) {
    delete draft['pattern'];
  } else if (format === 'date-time' && matchesPattern(pattern, '2026-01-31T12:00:00Z') === true) {
    draft['pattern'] = 'Z$';
  }
}

// Valid values of the format that stricter libraries reject: those that require UTC, or a UUID of a known version.
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
