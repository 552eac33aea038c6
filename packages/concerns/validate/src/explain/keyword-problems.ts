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
import { hasDuplicates, type JsonSchema } from '../json-schema/json.ts';
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
      return sizeProblems(schema, Object.keys(value as object).length, propertyWords);
    default:
      return [];
  }
}

function got(value: unknown): string {
  return `, got ${describeValue(value)}`;
}

function typeProblem(schema: JsonSchema, value: unknown): KeywordProblem | undefined {
  const types = typesOf(schema);
  const isWrong = types.length > 0 && !types.some((type) => isOfType(value, type));
  return isWrong ? { text: `Must be ${describeTypes(types)}`, reveals: got(value) } : undefined;
}

function choiceProblem(schema: JsonSchema, value: unknown): KeywordProblem | undefined {
  const choices = choicesOf(schema);
  if (choices === undefined || choices.some((choice) => isSameJson(choice, value))) {
    return undefined;
  }
  const [only] = choices;
  if (choices.length === 1) {
    return { text: `Must be ${cutChoice(JSON.stringify(only))}`, reveals: got(value) };
  }
  return invalidChoice(choices, value);
}

/** The problem of a value outside an enum, with the closest allowed value. */
export function invalidChoice(choices: readonly unknown[], value: unknown): KeywordProblem {
  const names = choices.filter((choice) => typeof choice === 'string');
  const near = typeof value === 'string' ? nearestName(value, names) : undefined;
  const text = `Must be one of: ${describeChoices(choices)}`;
  return near === undefined ? { text } : { text, reveals: `. Did you mean '${cutChoice(near)}'?` };
}

function numberProblems(schema: JsonSchema, value: number): readonly KeywordProblem[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const texts = [
    typeof minimum === 'number' && value < minimum && `Must be at least ${minimum}`,
    typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum && `Must be more than ${exclusiveMinimum}`,
    typeof maximum === 'number' && value > maximum && `Must be at most ${maximum}`,
    typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum && `Must be less than ${exclusiveMaximum}`,
    typeof multipleOf === 'number' && !isMultipleOf(value, multipleOf) && `Must be a multiple of ${multipleOf}`,
  ];
  return texts.filter((text) => text !== false).map((text) => ({ text, reveals: `, got ${value}` }));
}

function stringProblems(schema: JsonSchema, value: string): readonly KeywordProblem[] {
  const { format, pattern, minLength, maxLength } = schema;
  const isMeasured = minLength !== undefined || maxLength !== undefined;
  const problems: KeywordProblem[] = isMeasured ? [...sizeProblems(schema, countCodePoints(value), lengthWords)] : [];
  if (typeof maxLength === 'number' && value.length > maxLength && problems.length > 0) {
    // No pattern runs on a text that is too long.
    return problems;
  }
  const asserted = typeof format === 'string' ? assertedFormats.get(format) : undefined;
  if (asserted !== undefined && !asserted.pattern.test(value)) {
    // The pattern matters once the format is right.
    problems.push({ text: `Must be ${asserted.description}`, reveals: got(value) });
  } else if (typeof pattern === 'string' && matchesPattern(pattern, value) === false) {
    problems.push({ text: `Must match the pattern ${cutText(pattern, 200)}`, reveals: got(value) });
  }
  return problems;
}

function arrayProblems(schema: JsonSchema, value: readonly unknown[]): readonly KeywordProblem[] {
  const problems: KeywordProblem[] = [...sizeProblems(schema, value.length, itemWords)];
  if (schema['uniqueItems'] === true && hasDuplicates(value)) {
    problems.push({ text: 'Must not have the same item twice' });
  }
  return problems;
}

/** The part of the keywords that limit a size, such as `minLength`, with the words of its messages. */
interface SizeWords {
  readonly keyword: 'Length' | 'Items' | 'Properties';
  readonly verb: string;
  readonly one: string;
  readonly many: string;
}

const lengthWords: SizeWords = { keyword: 'Length', verb: 'be', one: 'character long', many: 'characters long' };
const itemWords: SizeWords = { keyword: 'Items', verb: 'have', one: 'item', many: 'items' };
const propertyWords: SizeWords = { keyword: 'Properties', verb: 'have', one: 'property', many: 'properties' };

function sizeProblems(schema: JsonSchema, size: number, words: SizeWords): readonly KeywordProblem[] {
  const { keyword, verb, one, many } = words;
  const min = schema[`min${keyword}`];
  const max = schema[`max${keyword}`];
  const count = (bound: number): string => `${bound} ${bound === 1 ? one : many}`;
  if (typeof min === 'number' && size < min) {
    return [{ text: `Must ${verb} at least ${count(min)}`, reveals: `, got ${size}` }];
  }
  return typeof max === 'number' && size > max
    ? [{ text: `Must ${verb} at most ${count(max)}`, reveals: `, got ${size}` }]
    : [];
}
