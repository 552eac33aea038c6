import { choicesOf, subschemasOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { flaggedPatternMark } from '../publish/marks.ts';

/** Keywords that may limit a size; a reference may lead to one. */
const limitingKeywords: readonly string[] = [
  'maxLength',
  'maxItems',
  'maxProperties',
  'pattern',
  'patternProperties',
  '$ref',
  flaggedPatternMark,
];

/** Creates a function that returns whether a schema or a subschema may have a limit. It reads each schema once. */
export function createMayLimit(): (schema: JsonSchema) => boolean {
  const known = new Map<JsonSchema, boolean>();
  const mayLimit = (schema: JsonSchema): boolean => {
    const result =
      known.get(schema) ??
      (limitingKeywords.some((keyword) => Object.hasOwn(schema, keyword)) ||
        subschemasOf(schema).some(
          ({ subschema, place: [keyword] }) => keyword !== '$defs' && isObject(subschema) && mayLimit(subschema),
        ));
    known.set(schema, result);
    return result;
  };
  return mayLimit;
}

/** The value of a size keyword; `Infinity` without it. */
export function sizeOf(schema: JsonSchema, keyword: string): number {
  const size = schema[keyword];
  return typeof size === 'number' ? size : Number.POSITIVE_INFINITY;
}

/** The listed values, where all of them are scalars. */
export function scalarChoices(schema: JsonSchema): ReadonlySet<unknown> | undefined {
  const choices = choicesOf(schema);
  const isScalar = choices?.every((choice) => typeof choice !== 'object' || choice === null) === true;
  return isScalar ? new Set(choices) : undefined;
}
