import { isObject, type JsonSchema, own } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import { isUnconstrained, parametersOf } from '../publish/parameters.ts';
import { type Library, libraryOf, zod3Definition, zod4Definition } from './detect-library.ts';
import { type Direction, standardProps } from './standard-schema.ts';

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
