import { isObject } from '../values/json-values.ts';
import { resolveReference } from './references.ts';
import { subschemasOf } from './subschemas.ts';

/** The maximum parts and depth of a schema with all references expanded. */
export const maxSchemaParts = 20_000;
const maxLevels = 100;

/**
 * Whether a schema exceeds these limits. Thirty definitions that each reference the next one twice fit in 3 kB and expand to a billion
 * parts. Check a foreign schema before you follow its references.
 */
export function isTooLargeSchema(root: unknown): boolean {
  let partsLeft = maxSchemaParts;

  function fits(schema: unknown, within: readonly unknown[], level: number): boolean {
    partsLeft -= 1;
    if (partsLeft < 0 || level > maxLevels) return false;
    if (!isObject(schema)) return true;
    const { $defs: _defs, definitions: _definitions, ...rest } = schema;
    if (!subschemasOf(rest, 'enter').every(({ subschema }) => fits(subschema, within, level + 1))) return false;
    const target = typeof rest['$ref'] === 'string' ? resolveReference(rest['$ref'], root) : undefined;
    // A recursive schema ends where it repeats.
    return target === undefined || within.includes(target) || fits(target, [...within, target], level + 1);
  }

  return !fits(root, [], 0);
}
