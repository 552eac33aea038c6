import { cachedBy } from '@toolwire/internal';
import { isObject, type JsonSchema, listOf } from './json.ts';

/** The number of failing checks that a library still runs quickly. */
const maxFailedChecks = 5000;

/** The number of parts of a value that a library checks quickly, even if all of them are invalid. */
export const maxQuickParts: (schema: JsonSchema) => number = cachedBy(
  (schema: JsonSchema) => maxFailedChecks / checksPerPart(schema),
);

/** An upper limit, because nested unions double with each level. */
const maxChecks = 1_000_000;

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

/**
 * The maximum number of checks that one repeatable part of a value may fail. For example, each `{}` in a list fails one check
 * per required field, in each branch of a union. The work on an invalid value grows with it.
 * `isRepeated` is whether the schema itself describes such a part.
 */
function checksPerPart(schema: unknown, isRepeated: boolean = false): number {
  if (!isObject(schema)) {
    return 1;
  }
  const { properties, required, anyOf, oneOf, allOf } = schema;
  const fields = isObject(properties) ? Object.values(properties) : [];
  const branches = [...listOf(anyOf), ...listOf(oneOf), ...listOf(allOf)];
  // The message for a wrong choice lists the choices.
  const choices = listOf(schema['enum']).length / 10;
  const ownChecks = 1 + (isRepeated ? Math.max(fields.length, listOf(required).length) + choices : 0);
  const checksOfValue = branches.reduce<number>((sum, branch) => sum + checksPerPart(branch, isRepeated), ownChecks);
  const checksOfParts = [
    ...[...fields, ...listOf(schema['prefixItems'])].map((part) => checksPerPart(part, isRepeated)),
    ...partsRepeated(schema).map((part) => checksPerPart(part, true)),
  ];
  return Math.min(maxChecks, Math.max(checksOfValue, ...checksOfParts));
}

function partsRepeated(schema: JsonSchema): readonly unknown[] {
  return Object.entries(schema)
    .filter(([keyword]) => repeating.has(keyword))
    .flatMap(([keyword, value]) =>
      (keyword === 'patternProperties' || keyword === '$defs') && isObject(value) ? Object.values(value) : [value],
    );
}
