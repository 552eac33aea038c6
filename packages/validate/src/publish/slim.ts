import { isObject, type JsonSchema, type PathSegment } from '../json.ts';
import { assertedFormats } from '../keywords/formats.ts';
import { mapSubschemas } from './subschemas.ts';

/** Drops what schema libraries write for validators and a model has no use for; the library itself still checks it. */
export function slim(schema: unknown, path: readonly PathSegment[] = []): unknown {
  if (!isObject(schema)) {
    return schema;
  }
  const draft: Record<string, unknown> = { ...mapSubschemas(schema, path, slim) };
  if (typeof draft['format'] === 'string' && assertedFormats.has(draft['format'])) {
    delete draft['pattern'];
  }
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
