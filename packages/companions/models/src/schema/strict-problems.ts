import { isObject, subschemasOf } from '@toolwire/internal';
import type { JsonSchema } from '../offer/model-tool.ts';
import { pointerTo, schemasWithin } from './pointer.ts';
import type { StrictRules } from './strict-rules.ts';

/** Why an interface refuses a schema in strict mode. */
export interface StrictProblem {
  /** Where, as a JSON pointer. */
  readonly at: string;
  readonly message: string;
}

/** Holds the schema of a tool's input to what an interface has published of its strict mode. */
export function findStrictProblems(schema: JsonSchema, rules: StrictRules): readonly StrictProblem[] {
  const root = schema['type'] === 'object' ? [] : [{ at: '', message: 'What is asked for is no plain object.' }];
  return [...root, ...problemsWithin(schema, rules, ''), ...sizeProblems(schema, rules)];
}

function problemsWithin(schema: JsonSchema, rules: StrictRules, at: string): readonly StrictProblem[] {
  const inside = subschemasOf(schema).flatMap(({ subschema, place: [keyword, ...rest] }) => {
    const place = pointerTo(at, [keyword, ...rest] as [string]);
    // Objects are closed by `false`; what else is unknown is told of by its keyword.
    if (!rules.keywords.has(keyword) || keyword === 'additionalProperties') return [];
    return isObject(subschema) ? problemsWithin(subschema, rules, place) : [{ at: place, message: noType }];
  });
  return [...ownProblems(schema, rules).map((message) => ({ at, message })), ...inside];
}

const noType = 'A value of any type has no form in strict mode.';

function ownProblems(schema: JsonSchema, rules: StrictRules): readonly string[] {
  const { type, enum: values, anyOf, format, pattern, minItems } = schema;
  const unknown = Object.keys(schema).filter((keyword) => !rules.keywords.has(keyword));
  return [
    ...unknown.map((keyword) => `Strict mode does not know '${keyword}'.`),
    ...(type === undefined && values === undefined && anyOf === undefined && !('const' in schema) ? [noType] : []),
    ...(type === 'object' ? objectProblems(schema, rules) : []),
    ...(type === 'array' && schema['items'] === undefined ? ['A list of anything has no form in strict mode.'] : []),
    ...(typeof format === 'string' && !rules.formats.has(format)
      ? [`Strict mode does not know the format '${format}'.`]
      : []),
    ...(typeof pattern === 'string' && rules.unknownInPatterns.test(pattern)
      ? ['The pattern looks around or back.']
      : []),
    ...(typeof minItems === 'number' && minItems > rules.mostMinItems
      ? [`Strict mode takes no 'minItems' above ${rules.mostMinItems}.`]
      : []),
    ...(Array.isArray(values) && values.some((value) => typeof value === 'object' && value !== null)
      ? ['An object or a list is one of the values to choose from.']
      : []),
  ];
}

function objectProblems(
  { properties, required, additionalProperties }: JsonSchema,
  rules: StrictRules,
): readonly string[] {
  const names = isObject(properties) ? Object.keys(properties) : [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const optional = names.filter((name) => !needed.includes(name));
  return [
    ...(additionalProperties === false ? [] : ['Members of any name have no form in strict mode.']),
    ...(rules.isAllRequired ? optional.map((name) => `'${name}' is not required.`) : []),
    ...needed
      .filter((name) => !names.includes(String(name)))
      .map((name) => `'${String(name)}' is required and not described.`),
  ];
}

function sizeProblems(schema: JsonSchema, { limits }: StrictRules): readonly StrictProblem[] {
  const all = schemasWithin(schema).map((placed) => placed.schema);
  const properties = all.flatMap(({ properties: own }) => (isObject(own) ? Object.keys(own) : []));
  const values = all.flatMap(({ enum: own }): readonly unknown[] => (Array.isArray(own) ? own : []));
  const letters = [...properties, ...values].reduce<number>((sum, one) => sum + String(one).length, 0);
  const sizes = [
    [depthOf(schema), limits.depth, 'levels'],
    [properties.length, limits.properties, 'properties'],
    [values.length, limits.values, 'values to choose from'],
    [letters, limits.letters, 'letters in names and values'],
  ] as const;
  return sizes
    .filter(([size, limit]) => size > limit)
    .map(([size, limit, what]) => ({ at: '', message: `There are ${size} ${what}, and strict mode takes ${limit}.` }));
}

/** How many objects stand inside each other. */
function depthOf(schema: JsonSchema): number {
  const inner = subschemasOf(schema).map(({ subschema }) => (isObject(subschema) ? depthOf(subschema) : 0));
  return Math.max(0, ...inner) + Number(schema['type'] === 'object');
}
