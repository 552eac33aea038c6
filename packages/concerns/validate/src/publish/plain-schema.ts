import { isObject, type JsonSchema } from '../base/json.ts';

/** A schema with more parts or levels is read in full, which refuses one that has too many. */
const mostParts = 2000;
const mostLevels = 50;

/**
 * Whether nothing can be wrong with a schema, nothing in it is to be written otherwise, and nothing of it is to be told: it
 * refers to nothing, holds no pattern, and every keyword is of those that all dialects read alike, with a value of the right form.
 * One look at the schemas that most tools have, in place of one for each of these questions; what it says no to is asked them all.
 */
export function isPlainSchema(schema: JsonSchema): boolean {
  return partsLeft(schema, mostLevels, mostParts) >= 0;
}

/** How many parts there may still be behind a schema; less than none where it is not plain. */
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
    left = behindKeyword(keyword, schema[keyword], levels - 1, left);
  }
  return left;
}

function behindKeyword(keyword: string, value: unknown, levels: number, parts: number): number {
  switch (keyword) {
    case 'properties':
      return behindFields(value, levels, parts);
    case 'items':
    case 'additionalProperties':
      return partsLeft(value, levels, parts);
    case 'anyOf':
    case 'oneOf':
      return behindBranches(value, levels, parts);
    default:
      return fits(keyword, value) ? parts : -1;
  }
}

function behindFields(fields: unknown, levels: number, parts: number): number {
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

function behindBranches(branches: unknown, levels: number, parts: number): number {
  if (!Array.isArray(branches) || branches.length === 0) {
    return -1;
  }
  return branches.reduce<number>((left, branch) => (left < 0 ? left : partsLeft(branch, levels, left)), parts);
}

function fits(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'type':
      return Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value);
    case 'description':
    case 'title':
    case 'format':
      return typeof value === 'string';
    case 'required':
      return Array.isArray(value) && value.every(isPlainName);
    case 'enum':
      return Array.isArray(value) && value.length > 0;
    case 'const':
    case 'default':
    case 'examples':
      return true;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      // The bounds of whole numbers are not published where a library wrote them.
      return (
        Number.isFinite(value) && !(Number.isInteger(value) && Math.abs(value as number) === Number.MAX_SAFE_INTEGER)
      );
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return Number.isInteger(value) && (value as number) >= 0;
    case 'uniqueItems':
    case 'readOnly':
    case 'writeOnly':
    case 'deprecated':
      return typeof value === 'boolean';
    default:
      return false;
  }
}

const types: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

function isType(type: unknown): boolean {
  return types.has(type);
}

/** A name without half characters, and not the one that is refused in inputs. */
export function isPlainName(name: unknown): boolean {
  return typeof name === 'string' && name !== '__proto__' && /^[ -~]*$/.test(name);
}
