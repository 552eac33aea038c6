import { fieldOf, schemasIn, someSchema } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, own } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import { unrepresentableMark } from '../publish/marks.ts';
import { isUnconstrained, parametersOf } from '../publish/parameters.ts';
import { type Library, libraryOf, zod3Definition, zod4Definition } from './detect-library.ts';
import { type Direction, standardProps } from './standard-schema.ts';

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

/** The error for a conversion that fails for another reason. */
export function conversionFailed(direction: Direction, thrown: unknown): SchemaError {
  const reason = isObject(thrown) && typeof thrown['message'] === 'string' ? thrown['message'] : 'no reason given';
  const message = `The ${direction} schema could not be converted to JSON Schema: ${reason}. Use types that JSON has.`;
  return new SchemaError('TW_SCHEMA_UNREPRESENTABLE', message, '', { cause: thrown });
}

/** Rejects a conversion that lost fields. For example, zod-to-json-schema converts any zod 4 schema to "accept anything". */
export function requireNoLostFields(schema: unknown, converted: unknown, direction: Direction): void {
  const fields = declaredFields(schema);
  const published = parametersOf(converted as JsonSchema);
  const lost = fields?.filter((name) => !published.has(name)) ?? [];
  if (lost.length > 0) {
    throw emptySchema(schema, direction, ` Missing: ${lost.map((name) => `'${name}'`).join(', ')}.`);
  }
  // An output may be anything (`z.any()`), but an input must be an object.
  if (direction === 'input' && isObject(converted) && isUnconstrained(converted)) {
    throw emptySchema(schema, direction, '');
  }
}

function emptySchema(schema: unknown, direction: Direction, missing: string): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_EMPTY',
    `The JSON Schema made from the ${direction} schema (${libraryOf(schema)}) is empty or incomplete.${missing} Describe an object with named fields. If you pass a converter, use the one for the library and version of this schema.`,
  );
}

/** The field names of an object schema, as its library lists them. */
function declaredFields(schema: unknown): readonly string[] | undefined {
  const zod4 = zod4Definition(schema);
  const zod3 = zod3Definition(schema);
  let shape: unknown;
  if (zod4?.['type'] === 'object') shape = zod4['shape'];
  else if (zod3?.['typeName'] === 'ZodObject') shape = zod3['shape'];
  else if (standardProps(schema)?.vendor === 'valibot') shape = own(schema, 'entries');
  const fields = typeof shape === 'function' ? (shape as () => unknown)() : shape;
  return isObject(fields) ? Object.keys(fields) : undefined;
}

const converterFixes: Readonly<Record<Library, string>> = {
  'zod 4':
    "zod mini and zod before 4.2 carry none. Pass converters: [zodMini()], imported from '@toolwire/validate/zod-mini'; or use zod 4.2 or later.",
  'zod 3':
    "Pass converters: [zod3()], imported from '@toolwire/validate/zod3'; or move the schema to zod 4.2 or later.",
  valibot: "Wrap it: toStandardJsonSchema(schema), from '@valibot/to-json-schema'.",
  arktype: 'Update arktype to 2.1.28 or later.',
  effect:
    'Wrap it, in Effect 4: Schema.toStandardJSONSchemaV1(schema). For Effect 3, pass a function that returns its JSON Schema: converters: [(schema, direction) => …].',
  other:
    'Update the library to a version with Standard JSON Schema, or pass a function that returns the JSON Schema: converters: [(schema, direction) => …].',
};

/** The error for a library schema without a JSON Schema. */
export function noConverter(library: Library, direction: Direction): SchemaError {
  const name = library === 'other' ? 'Standard Schema' : library;
  return new SchemaError(
    'TW_SCHEMA_NO_CONVERTER',
    `The ${direction} is a ${name} schema that provides no JSON Schema, which clients need. ${converterFixes[library]}`,
  );
}
