import { fieldOf, schemasIn, someSchema } from '@toolwire/internal/json-schema';
import { SchemaError } from '../json-schema/schema-error.ts';
import { unrepresentableMark } from '../publish/marks.ts';
import type { Direction } from './standard-schema.ts';

/** The keywords that mark a field's type. A date is also described as the string that is sent. */
export function unrepresentableMarkOf(type: string): object {
  return { [unrepresentableMark]: type, ...(type === 'date' && { type: 'string', format: 'date-time' }) };
}

/** Rejects a converted schema with a field that JSON can't represent. Dates in outputs are allowed, because they are sent as strings. */
export function rejectMarked(root: unknown, direction: Direction, cause?: unknown): void {
  for (const { schema, path } of schemasIn(root)) {
    const type = schema[unrepresentableMark];
    if (typeof type === 'string' && !(type === 'date' && direction === 'output')) {
      throw unrepresentableType(direction, fieldOf(path), type, cause);
    }
  }
}

/** Whether a converted schema has a field that is marked as a date. */
export function containsDates(schema: unknown): boolean {
  return someSchema(schema, ({ [unrepresentableMark]: type }) => type === 'date');
}

const fixes: ReadonlyMap<string, string> = new Map([
  ['bigint', 'Use an integer, or a string of digits.'],
  ['custom', 'Build it from types that JSON has, and add the check as a refinement.'],
  // Only for inputs: dates in outputs are sent as strings.
  ['date', 'Use a string in ISO format instead, such as z.iso.datetime() or v.pipe(v.string(), v.isoTimestamp()).'],
  ['file', 'Use a string with the content in base64, or a URL, such as z.url().'],
  ['function', 'JSON has no functions: remove the field.'],
  ['map', 'Use an object of values (a record) instead.'],
  ['nan', 'JSON has no NaN: remove the field, or use null.'],
  ['promise', 'Await the value before it is checked.'],
  ['set', 'Use an array instead.'],
  ['symbol', 'Use a string instead.'],
  ['transform', 'Declare the output of the transform by piping it into a schema, such as .pipe(z.string()).'],
  ['undefined', 'JSON has no undefined: make the field optional, or null.'],
  ['void', 'The output of a tool that returns nothing is null.'],
]);

/** The error for a field that JSON can't represent, with a fix. */
export function unrepresentableType(direction: Direction, field: string, type: string, cause?: unknown): SchemaError {
  const subject = field === '' ? `The ${direction} schema` : `The ${direction} field '${field}'`;
  const fix = fixes.get(type) ?? 'Use a type that JSON has.';
  const message = `${subject} is of the type '${type}', which JSON Schema cannot describe. ${fix}`;
  return new SchemaError('TW_SCHEMA_UNREPRESENTABLE', message, field, { cause });
}
