import { isObject, type JsonSchema, type PathSegment } from '../base/json.ts';
import { assertedFormats } from '../keywords/formats.ts';
import { matchesPattern } from '../keywords/pattern.ts';
import { mapSubschemas } from '../keywords/subschemas.ts';

/** Drops what schema libraries write for validators and a model has no use for; the library itself still checks it. */
export function slim(schema: unknown, path: readonly PathSegment[] = []): unknown {
  if (!isObject(schema)) {
    return schema;
  }
  const draft: Record<string, unknown> = { ...mapSubschemas(schema, path, slim) };
  slimPattern(draft);
  if (draft['minimum'] === Number.MIN_SAFE_INTEGER) {
    delete draft['minimum'];
  }
  if (draft['maximum'] === Number.MAX_SAFE_INTEGER) {
    delete draft['maximum'];
  }
  if (isOnlyString(draft['propertyNames'])) {
    delete draft['propertyNames'];
  }
  return draft;
}

/** A pattern beside a format says little more than the format, but where it does, a caller has to know. */
function slimPattern(draft: Record<string, unknown>): void {
  const { format, pattern } = draft;
  if (typeof format !== 'string' || typeof pattern !== 'string' || !assertedFormats.has(format)) {
    return;
  }
  const refused = stricter.get(format);
  if (refused === undefined || matchesPattern(pattern, refused) !== false) {
    delete draft['pattern'];
  } else if (format === 'date-time' && matchesPattern(pattern, '2026-01-31T12:00:00Z') === true) {
    draft['pattern'] = 'Z$';
  }
}

// Of the format, and yet refused by libraries that want UTC, or a UUID of a known version.
const stricter: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-01-31T12:00:00+02:00'],
  ['uuid', '00000000-0000-0000-0000-000000000001'],
]);

/** Every name of a JSON object is a string. */
function isOnlyString(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'string' && Object.keys(schema).length === 1;
}

/** Tells a schema that says nothing about the value, whatever it says for people. */
export function saysNothing(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => annotations.has(keyword) || keyword.startsWith('x-'));
}

const annotations = new Set([
  'default',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
  '$schema',
  '$id',
  'id',
  '$comment',
  '$defs',
  'definitions',
]);
