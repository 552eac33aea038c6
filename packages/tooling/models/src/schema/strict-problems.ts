import { isObject } from '@toolwire/internal';
import { nestingDepth, pointerOf, schemasIn, subschemasOf } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../adapt/model-tool.ts';
import type { StrictRules } from './strict-rules.ts';

/** Why an API rejects a schema in strict mode. */
export interface StrictProblem {
  /** The JSON pointer to the rejected part. */
  readonly at: string;
  readonly message: string;
}

/** Checks an input schema against the published strict-mode rules of an API. */
export function findStrictProblems(schema: JsonSchema, rules: StrictRules): readonly StrictProblem[] {
  const root = schema['type'] === 'object' ? [] : [{ at: '', message: 'The input must be an object.' }];
  return [...root, ...problemsWithin(schema, rules, ''), ...sizeProblems(schema, rules)];
}

function problemsWithin(schema: JsonSchema, rules: StrictRules, at: string): readonly StrictProblem[] {
  const inside = subschemasOf(schema).flatMap(({ subschema, place: path }) => {
    const [keyword] = path;
    const pointer = at + pointerOf(path);
    // `additionalProperties` is checked with its object. An unsupported keyword is reported once, without its subschemas.
    if (!rules.keywords.has(keyword) || keyword === 'additionalProperties') return [];
    return isObject(subschema) ? problemsWithin(subschema, rules, pointer) : [{ at: pointer, message: anyTypeMessage }];
  });
  return [...ownProblems(schema, rules).map((message) => ({ at, message })), ...inside];
}

const anyTypeMessage = 'Strict mode does not support values of any type.';

function ownProblems(schema: JsonSchema, rules: StrictRules): readonly string[] {
  const { type, enum: values, anyOf, format, pattern, minItems } = schema;
  const unknown = Object.keys(schema).filter((keyword) => !rules.keywords.has(keyword));
  return [
    ...unknown.map((keyword) => `Strict mode does not support '${keyword}'.`),
    ...(![type, values, anyOf, schema['oneOf']].some((rule) => rule !== undefined) && !('const' in schema)
      ? [anyTypeMessage]
      : []),
    ...(type === 'object' ? objectProblems(schema, rules) : []),
    ...(anyOf !== undefined && type !== undefined ? ["Strict mode does not support a type next to 'anyOf'."] : []),
    ...(type === 'array' && schema['items'] === undefined
      ? ["Strict mode does not support lists without 'items'."]
      : []),
    ...(typeof format === 'string' && !rules.formats.has(format)
      ? [`Strict mode does not support the format '${format}'.`]
      : []),
    ...(typeof pattern === 'string' && rules.unsupportedInPatterns.test(pattern)
      ? ['Strict mode does not support lookarounds or backreferences in patterns.']
      : []),
    ...(typeof minItems === 'number' && minItems > rules.maxMinItems
      ? [`Strict mode does not support 'minItems' above ${rules.maxMinItems}.`]
      : []),
    ...(Array.isArray(values) && values.some((value) => typeof value === 'object' && value !== null)
      ? ["Strict mode does not support objects or lists in 'enum'."]
      : []),
  ];
}

function objectProblems(
  { properties, required, additionalProperties }: JsonSchema,
  rules: StrictRules,
): readonly string[] {
  const names = isObject(properties) ? Object.keys(properties) : [];
  const requiredNames: readonly unknown[] = Array.isArray(required) ? required : [];
  const optional = names.filter((name) => !requiredNames.includes(name));
  return [
    ...(additionalProperties === false ? [] : ['Strict mode does not support additional properties.']),
    ...(rules.isAllRequired ? optional.map((name) => `'${name}' is not required.`) : []),
    ...requiredNames
      .filter((name) => !names.includes(String(name)))
      .map((name) => `'${String(name)}' is required but has no schema.`),
  ];
}

function sizeProblems(schema: JsonSchema, { limits }: StrictRules): readonly StrictProblem[] {
  const all = schemasIn(schema).map((placed) => placed.schema);
  const properties = all.flatMap(({ properties: schemaProperties }) =>
    isObject(schemaProperties) ? Object.keys(schemaProperties) : [],
  );
  const values = all.flatMap(({ enum: schemaValues }): readonly unknown[] =>
    Array.isArray(schemaValues) ? schemaValues : [],
  );
  const characters = [...properties, ...values].reduce<number>((sum, text) => sum + String(text).length, 0);
  const sizes = [
    [nestingDepth(schema, ['object']), limits.depth, 'levels'],
    [properties.length, limits.properties, 'properties'],
    [values.length, limits.values, 'enum values'],
    [characters, limits.characters, 'characters in names and values'],
  ] as const;
  return sizes
    .filter(([size, limit]) => size > limit)
    .map(([size, limit, unit]) => ({
      at: '',
      message: `The schema has ${size} ${unit}. Strict mode allows at most ${limit}.`,
    }));
}
