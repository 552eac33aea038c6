import { entriesOf, isObject, listOf } from '@toolwire/internal';
import { nestingDepth, pointerOf, schemasIn, subschemasOf } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../adapt/model-tool.ts';

/** The published strict-mode rules of a model API. */
export interface StrictRules {
  /** The URL of the rules. */
  readonly source: string;
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** Whether every property must be required. */
  readonly isAllRequired: boolean;
  readonly maxMinItems: number;
  /** The syntax that a pattern can't have. After an odd number of backslashes, its first character is a literal. */
  readonly unsupportedInPatterns: { readonly syntax: RegExp; readonly description: string };
  /** Limits of one schema. */
  readonly limits: {
    readonly depth: number;
    readonly properties: number;
    readonly values: number;
    readonly characters: number;
  };
  /** The most characters in the strings of one enum with more than this number of values. */
  readonly largeEnum: { readonly values: number; readonly characters: number };
  /** Limits of all strict tools of a request together. */
  readonly budget: { readonly tools: number; readonly optional: number; readonly unions: number };
}

const common = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'title',
  'description',
];
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
const unlimited = Number.POSITIVE_INFINITY;

/** Supported schemas of OpenAI's Structured Outputs, which apply to functions with `strict: true`. */
export const openAiStrict: StrictRules = {
  source: 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
  keywords: new Set([
    ...common,
    'pattern',
    'format',
    'multipleOf',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minItems',
    'maxItems',
  ]),
  formats: new Set(formats),
  isAllRequired: true,
  maxMinItems: unlimited,
  unsupportedInPatterns: { syntax: /(?<!\\)(?:\\\\)*\(\?<?[=!]/, description: 'lookarounds' },
  limits: { depth: 10, properties: 5_000, values: 1_000, characters: 120_000 },
  largeEnum: { values: 250, characters: 15_000 },
  budget: { tools: unlimited, optional: unlimited, unions: unlimited },
};

/** The limitations of Anthropic's structured outputs, which apply to tools with `strict: true`. */
export const anthropicStrict: StrictRules = {
  source: 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations',
  keywords: new Set([...common, 'pattern', 'format', 'const', 'minItems']),
  formats: new Set([...formats, 'uri']),
  isAllRequired: false,
  maxMinItems: 1,
  unsupportedInPatterns: {
    syntax: /(?<!\\)(?:\\\\)*(?:\(\?<?[=!]|\\[1-9bBk])/,
    description: 'lookarounds, backreferences or word boundaries',
  },
  limits: { depth: unlimited, properties: unlimited, values: unlimited, characters: unlimited },
  largeEnum: { values: unlimited, characters: unlimited },
  budget: { tools: 20, optional: 24, unions: 16 },
};

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
