import { cutText } from '@toolwire/internal';
import { countCodePoints, jsonType } from '@toolwire/internal/json-schema';
import { isObject } from '../json-schema/json.ts';

/** Longer texts are never repeated to the caller. */
const maxRepeatedCharacters = 80;

/** Describes a value, such as `the string "infinity"` or `an array`. */
export function describeValue(value: unknown): string {
  switch (jsonType(value)) {
    case 'string':
      return describeString(value as string);
    case 'number':
    case 'boolean':
      return `the ${typeof value} ${String(value)}`;
    case 'null':
      return 'null';
    case 'array':
      return 'an array';
    case 'object':
      return 'an object';
    default:
      return 'nothing';
  }
}

function describeString(value: string): string {
  if (value === '') {
    return 'an empty string';
  }
  return value.length <= maxRepeatedCharacters
    ? `the string ${JSON.stringify(value)}`
    : `a string of ${countCodePoints(value)} characters`;
}

/** The maximum number of allowed values in a message. */
const maxChoices = 10;
const maxChoiceCharacters = 60;

/** Lists the allowed values, at most ten. */
export function describeChoices(values: readonly unknown[]): string {
  const choices = uniqueChoices(values);
  const shown = choices
    .slice(0, maxChoices)
    .map((value) => cutChoice(typeof value === 'string' && value !== '' ? value : JSON.stringify(value)));
  return `${shown.join(', ')}${choices.length > maxChoices ? ` and ${choices.length - maxChoices} more` : ''}`;
}

/** The allowed values for a list with `or`, at most ten. The rest counts as one of the ten. */
export function choiceAlternatives(values: readonly unknown[]): readonly string[] {
  const choices = uniqueChoices(values);
  const shown = choices.slice(0, choices.length > maxChoices ? maxChoices - 1 : maxChoices);
  const omitted = choices.length - shown.length;
  return [
    ...shown.map((choice) => cutChoice(JSON.stringify(choice))),
    ...(omitted > 0 ? [`one of ${omitted} more values`] : []),
  ];
}

function uniqueChoices(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Truncates a choice or a name. */
export function cutChoice(text: string): string {
  return cutText(text, maxChoiceCharacters);
}

/** Whether a text, such as a library's message, repeats a part of a value. */
export function repeatsValue(text: string, value: unknown, minLength: number = 1): boolean {
  return someScalar(value, (scalar) => scalar.length >= minLength && text.includes(scalar));
}

/** Whether a text repeats a part that is too long to be shown. */
export function repeatsLongValue(text: string, value: unknown): boolean {
  return repeatsValue(text, value, maxRepeatedCharacters + 1);
}

const maxPartsToSearch = 1000;

function someScalar(value: unknown, test: (scalar: string) => boolean): boolean {
  const parts: unknown[] = [value];
  for (let index = 0; index < parts.length && index < maxPartsToSearch; index += 1) {
    const part = parts[index];
    if (Array.isArray(part) || isObject(part)) {
      parts.push(...Object.values<unknown>(part).slice(0, maxPartsToSearch));
    } else if (isScalar(part) && test(String(part))) {
      return true;
    }
  }
  return false;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
