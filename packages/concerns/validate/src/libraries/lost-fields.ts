import { isObject, type JsonSchema, own } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import { parametersOf } from '../publish/parameters.ts';
import { isUnconstrained } from '../publish/redundant-keywords.ts';
import { libraryOf, zod3Definition, zod4Definition } from './detect-library.ts';
import { type Direction, standardProps } from './standard-schema.ts';

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
