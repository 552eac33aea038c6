import { fieldTypeOf, isUpload } from '@toolwire/internal/json-schema';
import { type JsonFields, wordOf } from '../json.ts';

const formats: ReadonlyMap<string, string> = new Map([
  ['date-time', 'a date and time'],
  ['date', 'a date'],
  ['time', 'a time'],
  ['duration', 'a duration'],
  ['email', 'an email address'],
  ['hostname', 'a host name'],
  ['ipv4', 'an IPv4 address'],
  ['ipv6', 'an IPv6 address'],
  ['uri', 'a URI'],
  ['uuid', 'a UUID'],
  ['password', 'a secret'],
]);

/** The constraints in words, in the order of the hint. */
const constraints: readonly (readonly [keyword: string, describe: (value: string) => string])[] = [
  ['format', (value) => formats.get(value) ?? `format ${value}`],
  ['minimum', (value) => `at least ${value}`],
  ['exclusiveMinimum', (value) => `more than ${value}`],
  ['maximum', (value) => `at most ${value}`],
  ['exclusiveMaximum', (value) => `less than ${value}`],
  ['minLength', (value) => `at least ${countOf(value, 'character')}`],
  ['maxLength', (value) => `at most ${countOf(value, 'character')}`],
  ['pattern', (value) => `matches ${value}`],
  ['minItems', (value) => `at least ${countOf(value, 'item')}`],
  ['maxItems', (value) => `at most ${countOf(value, 'item')}`],
  ['multipleOf', (value) => `a multiple of ${value}`],
];

function countOf(count: string, noun: string): string {
  return `${count} ${noun}${count === '1' ? '' : 's'}`;
}

/** Summarizes the type and the constraints of a schema. */
export function schemaHint(schema: JsonFields): string {
  // A format is clearer than the pattern that repeats it.
  const isPatternShown = !('format' in schema) && !isUpload(schema);
  const shown = constraints.filter(([keyword]) => keyword in schema && (keyword !== 'pattern' || isPatternShown));
  return [
    isUpload(schema) ? 'an uploaded file' : (fieldTypeOf(schema) ?? ''),
    ...shown.map(([keyword, describe]) => describe(wordOf(schema[keyword]))),
  ]
    .filter((text) => text !== '')
    .join(', ');
}
