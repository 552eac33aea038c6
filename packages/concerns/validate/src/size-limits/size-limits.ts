import { choicesOf, subschemasOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { flaggedPatternMark } from '../publish/marks.ts';
import type { PatternLimits } from './pattern-limits.ts';

/** The compiled size limits of a schema and its subschemas. */
export interface SizeLimits {
  /** The allowed types; `undefined` allows all. */
  readonly types: readonly string[] | undefined;
  /** The allowed values, where all of them are scalars. */
  readonly choices: ReadonlySet<unknown> | undefined;
  readonly maxLength: number;
  readonly maxItems: number;
  readonly maxProperties: number;
  readonly patterns: PatternLimits | undefined;
  /** Whether the library may accept more than these sizes, for example before a `.trim()`. */
  readonly acceptsMore: boolean;
  /** The limits of field names. */
  readonly names: SizeLimits | undefined;
  readonly properties: readonly (readonly [name: string, limits: SizeLimits])[];
  /** The names in `properties` of this schema, and of schemas that always apply to the same value. Includes fields without limits. */
  readonly declared: ReadonlySet<string>;
  readonly patternProperties: readonly (readonly [pattern: RegExp, limits: SizeLimits | undefined])[];
  readonly otherProperties: SizeLimits | undefined;
  readonly prefixItems: readonly (SizeLimits | undefined)[];
  readonly items: SizeLimits | undefined;
  /** Limits that always apply to the same value. */
  readonly all: readonly SizeLimits[];
  /** The branches of each union. */
  readonly unions: readonly (readonly SizeLimits[])[];
  /** Conditions on the same value. Only their patterns count. */
  readonly conditions: readonly SizeLimits[];
  /** Conditions on each item. */
  readonly itemConditions: readonly SizeLimits[];
  /** Conditions on the fields that neither `declared` nor `patternProperties` names. */
  readonly fieldConditions: readonly SizeLimits[];
  /** Limits that apply when a field is present. */
  readonly dependent: readonly (readonly [name: string, limits: SizeLimits])[];
  /** Whether `check` can skip `all`, `unions`, `conditions`, `acceptsMore` and sharing. */
  readonly isSingle: boolean;
  /** Whether references lead here, so that the same value may be checked repeatedly. */
  readonly isShared: boolean;
}

/** The limits of a schema without any. */
export const unlimited: SizeLimits = {
  types: undefined,
  choices: undefined,
  maxLength: Number.POSITIVE_INFINITY,
  maxItems: Number.POSITIVE_INFINITY,
  maxProperties: Number.POSITIVE_INFINITY,
  patterns: undefined,
  acceptsMore: false,
  names: undefined,
  properties: [],
  declared: new Set(),
  patternProperties: [],
  otherProperties: undefined,
  prefixItems: [],
  items: undefined,
  all: [],
  unions: [],
  conditions: [],
  itemConditions: [],
  fieldConditions: [],
  dependent: [],
  isSingle: true,
  isShared: false,
};

/** The limits of `false`, which no value matches. */
export const nothingAllowed: SizeLimits = { ...unlimited, types: [] };

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
