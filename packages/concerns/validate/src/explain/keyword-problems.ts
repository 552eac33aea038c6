import { cutText, isSameJson, nearestName } from '@toolwire/internal';
import {
  choicesOf,
  countCodePoints,
  describeTypes,
  isMultipleOf,
  isOfType,
  jsonType,
  matchesPattern,
  typesOf,
} from '@toolwire/internal/json-schema';
import { assertedFormats } from '../json-schema/formats.ts';
import { hasDuplicates, isObject, type JsonSchema, type PathSegment } from '../json-schema/json.ts';
import { cutChoice, describeChoices, describeValue } from './describe-value.ts';
import type { Problem } from './problem.ts';

/** A problem of a value, without its path. */
export type KeywordProblem = Omit<Problem, 'path'>;

/** Finds the problems of a value with a schema's own keywords, without subschemas. */
export function keywordProblems(schema: JsonSchema, value: unknown): readonly KeywordProblem[] {
  const typed = typeProblem(schema, value) ?? choiceProblem(schema, value);
  if (typed !== undefined) {
    return [typed];
  }
  switch (jsonType(value)) {
    case 'number':
      return numberProblems(schema, value as number);
    case 'string':
      return stringProblems(schema, value as string);
    case 'array':
      return arrayProblems(schema, value as readonly unknown[]);
    case 'object':
      return sizeProblems(schema, Object.keys(value as object).length, propertyUnit);
    default:
      return [];
  }
}

/** The problem of a value that must be something else, such as `a number`. */
export function mustBe(expected: string, reveals?: string): KeywordProblem {
  return { text: `Must be ${expected}`, expected, ...(reveals !== undefined && { reveals }) };
}

/** The end of a message that shows the value. */
export function got(value: unknown): string {
  return `, got ${describeValue(value)}`;
}

function typeProblem(schema: JsonSchema, value: unknown): KeywordProblem | undefined {
  const types = typesOf(schema);
  const isWrong = types.length > 0 && !types.some((type) => isOfType(value, type));
  return isWrong ? mustBe(describeTypes(types), got(value)) : undefined;
}

function choiceProblem(schema: JsonSchema, value: unknown): KeywordProblem | undefined {
  const choices = choicesOf(schema);
  if (choices === undefined || choices.some((choice) => isSameJson(choice, value))) {
    return undefined;
  }
  const [only] = choices;
  if (choices.length === 1) {
    return mustBe(cutChoice(JSON.stringify(only)), got(value));
  }
  return invalidChoice(choices, value);
}

/** The problem of a value outside an enum, with the closest allowed value. */
export function invalidChoice(choices: readonly unknown[], value: unknown): KeywordProblem {
  const names = choices.filter((choice) => typeof choice === 'string');
  const near = typeof value === 'string' ? nearestName(value, names) : undefined;
  return mustBe(
    `one of: ${describeChoices(choices)}`,
    near === undefined ? undefined : `. Did you mean '${cutChoice(near)}'?`,
  );
}

/** The problem of a missing field. */
export const requiredProblem: KeywordProblem = { text: 'Is required', isMissing: true };

function numberProblems(schema: JsonSchema, value: number): readonly KeywordProblem[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const bounds = [
    typeof minimum === 'number' && value < minimum && `at least ${minimum}`,
    typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum && `more than ${exclusiveMinimum}`,
    typeof maximum === 'number' && value > maximum && `at most ${maximum}`,
    typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum && `less than ${exclusiveMaximum}`,
    typeof multipleOf === 'number' && !isMultipleOf(value, multipleOf) && `a multiple of ${multipleOf}`,
  ];
  return bounds.filter((bound) => bound !== false).map((bound) => mustBe(bound, `, got ${value}`));
}

function stringProblems(schema: JsonSchema, value: string): readonly KeywordProblem[] {
  const { format, pattern, minLength, maxLength } = schema;
  const isMeasured = minLength !== undefined || maxLength !== undefined;
  const problems: KeywordProblem[] = isMeasured ? [...sizeProblems(schema, countCodePoints(value), characterUnit)] : [];
  if (typeof maxLength === 'number' && value.length > maxLength && problems.length > 0) {
    // No pattern runs on a text that is too long.
    return problems;
  }
  const asserted = typeof format === 'string' ? assertedFormats.get(format) : undefined;
  if (asserted !== undefined && !asserted.pattern.test(value)) {
    // The pattern matters once the format is right.
    problems.push(mustBe(asserted.description, got(value)));
  } else if (typeof pattern === 'string' && matchesPattern(pattern, value) === false) {
    problems.push({ text: `Must match the pattern ${cutText(pattern, 200)}`, reveals: got(value) });
  }
  return problems;
}

function arrayProblems(schema: JsonSchema, value: readonly unknown[]): readonly KeywordProblem[] {
  const problems: KeywordProblem[] = [...sizeProblems(schema, value.length, itemUnit)];
  if (schema['uniqueItems'] === true && hasDuplicates(value)) {
    problems.push({ text: 'Must not have the same item twice' });
  }
  return problems;
}

/** The end of the keywords that limit a size, such as `minLength`, with the unit of its messages. */
interface SizeUnit {
  readonly keyword: 'Length' | 'Items' | 'Properties';
  readonly singular: string;
  readonly plural: string;
}

const characterUnit: SizeUnit = { keyword: 'Length', singular: 'character long', plural: 'characters long' };
const itemUnit: SizeUnit = { keyword: 'Items', singular: 'item', plural: 'items' };
const propertyUnit: SizeUnit = { keyword: 'Properties', singular: 'property', plural: 'properties' };

function sizeProblems(
  schema: JsonSchema,
  size: number,
  { keyword, singular, plural }: SizeUnit,
): readonly KeywordProblem[] {
  const min = schema[`min${keyword}`];
  const max = schema[`max${keyword}`];
  const count = (bound: number): string => `${bound} ${bound === 1 ? singular : plural}`;
  const problem = (bound: string): KeywordProblem =>
    keyword === 'Length' ? mustBe(bound, `, got ${size}`) : { text: `Must have ${bound}`, reveals: `, got ${size}` };
  if (typeof min === 'number' && size < min) {
    return [problem(`at least ${count(min)}`)];
  }
  return typeof max === 'number' && size > max ? [problem(`at most ${count(max)}`)] : [];
}

/** The problem of an unknown name, with the closest known name. */
export function unknownName(holders: readonly JsonSchema[], value: unknown, path: readonly PathSegment[]): Problem {
  return {
    path,
    // Computed when it is shown. The search takes long, and most unknown names of a large value are not shown.
    get text() {
      return unknownNameText(holders, value, path);
    },
  };
}

function unknownNameText(holders: readonly JsonSchema[], value: unknown, path: readonly PathSegment[]): string {
  const known = holders.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  const free = known.filter((name) => !(isObject(value) && Object.hasOwn(value, name)));
  const near = nearestName(String(path.at(-1)), free);
  const noun = path.length === 1 ? 'parameter' : 'known field';
  return `Is not a ${noun}${near === undefined ? '' : `. Did you mean '${cutChoice(near)}'?`}`;
}
