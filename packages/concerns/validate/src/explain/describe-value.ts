import { cutText } from '@toolwire/internal';
import { countCodePoints, jsonType } from '@toolwire/internal/json-schema';

/** Longer texts are never repeated to the caller. */
export const maxRepeatedCharacters = 80;

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
