import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { isWellFormed } from './well-formed.ts';

/** Larger and deeper schemas go through the full checks, which reject schemas that are too large. */
const maxParts = 2000;
const maxLevels = 50;

/**
 * Whether a schema is valid and published unchanged. It has no references and no patterns, and all dialects read its
 * keywords alike. One pass over the schemas that most tools have replaces all other checks; any other schema goes through
 * each of them.
 */
export function isPlainSchema(root: JsonSchema): boolean {
  let partsLeft = maxParts;

  function isPlain(schema: unknown, level: number): boolean {
    partsLeft -= 1;
    if (partsLeft < 0 || level > maxLevels) {
      return false;
    }
    return isObject(schema)
      ? Object.keys(schema).every((keyword) => isPlainKeyword(keyword, schema[keyword], level + 1))
      : typeof schema === 'boolean';
  }

  function isPlainKeyword(keyword: string, value: unknown, level: number): boolean {
    switch (keyword) {
      case 'properties':
        return isObject(value) && Object.keys(value).every((name) => isPlainName(name) && isPlain(value[name], level));
      case 'items':
      case 'additionalProperties':
        return isPlain(value, level);
      case 'anyOf':
      case 'oneOf':
        return Array.isArray(value) && value.length > 0 && value.every((branch) => isPlain(branch, level));
      case 'required':
        return Array.isArray(value) && new Set(value).size === value.length && value.every(isPlainName);
      default:
        return anyValueKeywords.has(keyword) || (plainKeywords.has(keyword) && isPlainValue(keyword, value));
    }
  }

  return isPlain(root, 1);
}

/** Schema libraries write ±MAX_SAFE_INTEGER as bounds of every integer. Publishing removes them, so such a schema would change. */
function isPlainValue(keyword: string, value: unknown): boolean {
  return isWellFormed(keyword, value) && !(typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER);
}

const anyValueKeywords: ReadonlySet<string> = new Set(['const', 'default', 'examples']);

const plainKeywords: ReadonlySet<string> = new Set([
  'type',
  'description',
  'title',
  'format',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'readOnly',
  'writeOnly',
  'deprecated',
]);

/** A printable ASCII name, except `__proto__`. */
function isPlainName(name: unknown): boolean {
  return typeof name === 'string' && name !== '__proto__' && /^[ -~]*$/.test(name);
}
