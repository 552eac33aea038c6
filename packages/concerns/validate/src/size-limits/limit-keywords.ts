import { choicesOf } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../json-schema/json.ts';
import { flaggedPatternMark } from '../publish/marks.ts';

/** Keywords that may limit a size; a reference may lead to one. */
export const limitingKeywords: readonly string[] = [
  'maxLength',
  'maxItems',
  'maxProperties',
  'pattern',
  'patternProperties',
  '$ref',
  flaggedPatternMark,
];

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
