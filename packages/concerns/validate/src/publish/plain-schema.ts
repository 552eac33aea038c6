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
export function isPlainSchema(schema: JsonSchema): boolean {
  return partsLeft(schema, maxLevels, maxParts) >= 0;
}

/** The number of parts left after a schema; negative if it is not plain. */
function partsLeft(schema: unknown, levels: number, parts: number): number {
  if (typeof schema === 'boolean') {
    return parts - 1;
  }
  if (!isObject(schema) || levels === 0) {
    return -1;
  }
  let left = parts - 1;
  for (const keyword of Object.keys(schema)) {
    if (left < 0) {
      break;
    }
    left = afterKeyword(keyword, schema[keyword], levels - 1, left);
  }
  return left;
}

function afterKeyword(keyword: string, value: unknown, levels: number, parts: number): number {
  switch (keyword) {
    case 'properties':
      return afterFields(value, levels, parts);
    case 'items':
    case 'additionalProperties':
      return partsLeft(value, levels, parts);
    case 'anyOf':
    case 'oneOf':
      return afterBranches(value, levels, parts);
    default:
      return fits(keyword, value) ? parts : -1;
  }
}

function afterFields(fields: unknown, levels: number, parts: number): number {
  if (!isObject(fields)) {
    return -1;
  }
  let left = parts;
  for (const name of Object.keys(fields)) {
    if (left < 0) {
      break;
    }
    left = isPlainName(name) ? partsLeft(fields[name], levels, left) : -1;
  }
  return left;
}

function afterBranches(branches: unknown, levels: number, parts: number): number {
  if (!Array.isArray(branches) || branches.length === 0) {
    return -1;
  }
  return branches.reduce<number>((left, branch) => (left < 0 ? left : partsLeft(branch, levels, left)), parts);
}

function fits(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'required':
      return Array.isArray(value) && value.every(isPlainName);
    case 'const':
    case 'default':
    case 'examples':
      return true;
    default:
      // Schema libraries write ±MAX_SAFE_INTEGER as bounds of every integer. Publishing removes them, so such a schema would change.
      return (
        plainKeywords.has(keyword) &&
        isWellFormed(keyword, value) &&
        !(typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER)
      );
  }
}

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
