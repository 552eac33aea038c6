import { isObject } from '../base/json.ts';
import { jsonType } from '../keywords/types.ts';

/** Longer texts are never repeated to the caller. */
const maxEchoedCharacters = 80;

/** What came in, in words: `the string "infinity"`, `an array`. */
export function valueWords(value: unknown): string {
  switch (jsonType(value)) {
    case 'string':
      return stringWords(value as string);
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

function stringWords(value: string): string {
  if (value === '') {
    return 'an empty string';
  }
  return value.length <= maxEchoedCharacters
    ? `the string ${JSON.stringify(value)}`
    : `a string of ${value.length} characters`;
}

const maxChoices = 10;
const maxChoiceCharacters = 60;

/** The values an author allows, at most ten of them. */
export function choiceWords(values: readonly unknown[]): string {
  const shown = values
    .slice(0, maxChoices)
    .map((value) => cut(typeof value === 'string' && value !== '' ? value : JSON.stringify(value)));
  return `${shown.join(', ')}${values.length > maxChoices ? ` and ${values.length - maxChoices} more` : ''}`;
}

/** A text of the schema's author, cut where it grows long. */
export function cut(text: string, length: number = maxChoiceCharacters): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** Whether a text repeats a part of a value, which a library's own message may do. */
export function echoes(text: string, value: unknown, minLength: number = 1): boolean {
  return someScalar(value, (scalar) => scalar.length >= minLength && text.includes(scalar));
}

/** Whether a text repeats a part of a value that is too long to be repeated. */
export function echoesLong(text: string, value: unknown): boolean {
  return echoes(text, value, maxEchoedCharacters + 1);
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
