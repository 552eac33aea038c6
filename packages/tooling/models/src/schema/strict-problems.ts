import { entriesOf, isObject, listOf } from '@toolwire/internal';
import { nestingDepth, pointerOf, schemasIn, subschemasOf } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../adapt/model-tool.ts';
import type { StrictRules } from './strict-rules.ts';

/** Why an API rejects a schema in strict mode. */
export interface StrictProblem {
  /** The JSON pointer to the rejected part. */
  readonly pointer: string;
  readonly message: string;
}

/** Checks an input schema against the published strict-mode rules of an API. */
export function findStrictProblems(schema: JsonSchema, rules: StrictRules): readonly StrictProblem[] {
  const root = schema['type'] === 'object' ? [] : [{ pointer: '', message: 'The input must be an object.' }];
  return [...root, ...problemsWithin(schema, rules, ''), ...sizeProblems(schema, rules)];
}

function problemsWithin(schema: JsonSchema, rules: StrictRules, pointer: string): readonly StrictProblem[] {
  const inside = subschemasOf(schema).flatMap(({ subschema, place: path }) => {
    const [keyword] = path;
    const innerPointer = pointer + pointerOf(path);
    // `additionalProperties` is checked with its object. An unsupported keyword is reported once, without its subschemas.
    if (!rules.keywords.has(keyword) || keyword === 'additionalProperties') return [];
    return isObject(subschema)
      ? problemsWithin(subschema, rules, innerPointer)
      : [{ pointer: innerPointer, message: anyTypeMessage }];
  });
  return [...ownProblems(schema, rules).map((message) => ({ pointer, message })), ...inside];
}

const anyTypeMessage = 'Strict mode does not support values of any type.';

function ownProblems(schema: JsonSchema, rules: StrictRules): readonly string[] {
  const { type, enum: values, anyOf, oneOf, items, format, pattern, minItems } = schema;
  const problems = Object.keys(schema)
    .filter((keyword) => !rules.keywords.has(keyword))
    .map((keyword) => `Strict mode does not support '${keyword}'.`);
  const hasNoRule = [type, values, anyOf, oneOf].every((rule) => rule === undefined) && !('const' in schema);
  if (hasNoRule) problems.push(anyTypeMessage);
  if (type === 'object') problems.push(...objectProblems(schema, rules));
  if (anyOf !== undefined && type !== undefined) {
    problems.push("Strict mode does not support a type next to 'anyOf'.");
  }
  if (type === 'array' && items === undefined) problems.push("Strict mode does not support lists without 'items'.");
  if (typeof format === 'string' && !rules.formats.has(format)) {
    problems.push(`Strict mode does not support the format '${format}'.`);
  }
  if (typeof pattern === 'string' && rules.unsupportedInPatterns.syntax.test(pattern)) {
    problems.push(`Strict mode does not support ${rules.unsupportedInPatterns.description} in patterns.`);
  }
  if (typeof minItems === 'number' && minItems > rules.maxMinItems) {
    problems.push(`Strict mode does not support 'minItems' above ${rules.maxMinItems}.`);
  }
  return [...problems, ...enumProblems(listOf(values), rules)];
}

function enumProblems(values: readonly unknown[], { largeEnum }: StrictRules): readonly string[] {
  const problems: string[] = [];
  if (values.some((value) => typeof value === 'object' && value !== null)) {
    problems.push("Strict mode does not support objects or lists in 'enum'.");
  }
  const characters = values.filter((value) => typeof value === 'string').join('').length;
  if (values.length > largeEnum.values && characters > largeEnum.characters) {
    problems.push(
      `The enum has ${values.length} values with ${characters} characters. Strict mode allows at most ${largeEnum.characters} above ${largeEnum.values} values.`,
    );
  }
  return problems;
}

function objectProblems(
  { properties, required, additionalProperties }: JsonSchema,
  rules: StrictRules,
): readonly string[] {
  const names = entriesOf(properties).map(([name]) => name);
  const requiredNames = listOf(required);
  const problems: string[] = [];
  if (additionalProperties !== false) problems.push('Strict mode does not support additional properties.');
  for (const name of names) {
    if (rules.isAllRequired && !requiredNames.includes(name)) problems.push(`'${name}' is not required.`);
  }
  for (const name of requiredNames) {
    if (!names.includes(String(name))) problems.push(`'${String(name)}' is required but has no schema.`);
  }
  return problems;
}

function sizeProblems(schema: JsonSchema, { limits }: StrictRules): readonly StrictProblem[] {
  const schemas = schemasIn(schema).map((placed) => placed.schema);
  const names = schemas.flatMap(({ properties }) => entriesOf(properties).map(([name]) => name));
  const values = schemas.flatMap(({ enum: enumValues }) => listOf(enumValues));
  const characters = [...names, ...values].map(String).join('').length;
  const sizes = [
    [nestingDepth(schema, ['object']), limits.depth, 'levels'],
    [names.length, limits.properties, 'properties'],
    [values.length, limits.values, 'enum values'],
    [characters, limits.characters, 'characters in names and values'],
  ] as const;
  return sizes
    .filter(([size, limit]) => size > limit)
    .map(([size, limit, unit]) => ({
      pointer: '',
      message: `The schema has ${size} ${unit}. Strict mode allows at most ${limit}.`,
    }));
}
