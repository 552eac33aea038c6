import { isObject, type JsonSchema, listOf } from '../base/json.ts';

/**
 * How many checks one part of a value may fail at most, where a caller can repeat it: a list of `{}` fails one for each
 * field that its items must have, in each branch of a union. The work on a wrong value grows with it.
 */
export function checksPerPart(schema: unknown): number {
  return checksOf(schema, false);
}

/** How many parts a value may have to be answered with all its errors; a larger one is answered with its first, so that none makes a million. */
export function smallValueParts(schema: unknown): number {
  return Math.min(1000, maxFailedChecks / checksPerPart(schema));
}

/** Up to so many checks a library or validator is done in no time, however many fail. */
export const maxFailedChecks = 5000;

/** Enough to refuse whatever comes; unions inside unions double with every level. */
const most = 1_000_000;

const repeating: ReadonlySet<string> = new Set([
  '$defs',
  'additionalProperties',
  'contains',
  'items',
  'patternProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

function checksOf(schema: unknown, isRepeated: boolean): number {
  if (!isObject(schema)) {
    return 1;
  }
  const { properties, required, anyOf, oneOf, allOf } = schema;
  const fields = isObject(properties) ? Object.values(properties) : [];
  const branches = [...listOf(anyOf), ...listOf(oneOf), ...listOf(allOf)];
  // The words for a wrong choice name the choices.
  const choices = listOf(schema['enum']).length / 10;
  const here = 1 + (isRepeated ? Math.max(fields.length, listOf(required).length) + choices : 0);
  const together = branches.reduce<number>((sum, branch) => sum + checksOf(branch, isRepeated), here);
  const below = [
    ...[...fields, ...listOf(schema['prefixItems'])].map((part) => checksOf(part, isRepeated)),
    ...partsRepeated(schema).map((part) => checksOf(part, true)),
  ];
  return Math.min(most, Math.max(together, ...below));
}

function partsRepeated(schema: JsonSchema): readonly unknown[] {
  return Object.entries(schema)
    .filter(([keyword]) => repeating.has(keyword))
    .flatMap(([keyword, value]) =>
      (keyword === 'patternProperties' || keyword === '$defs') && isObject(value) ? Object.values(value) : [value],
    );
}
