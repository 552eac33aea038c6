import { cutText } from '@toolwire/internal';
import { jsonType } from '@toolwire/internal/json-schema';
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
    : `a string of ${value.length} characters`;
}

/** The maximum number of allowed values in a message. */
export const maxChoices = 10;
const maxChoiceCharacters = 60;

/** Lists the allowed values, at most ten. */
export function describeChoices(values: readonly unknown[]): string {
  const shown = values
    .slice(0, maxChoices)
    .map((value) => cutChoice(typeof value === 'string' && value !== '' ? value : JSON.stringify(value)));
  return `${shown.join(', ')}${values.length > maxChoices ? ` and ${values.length - maxChoices} more` : ''}`;
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
