import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import { parametersOf } from '../publish/parameters.ts';
import { isUnconstrained } from '../publish/redundant-keywords.ts';
import { declaredFields } from './declared-fields.ts';
import { libraryOf } from './detect-library.ts';
import type { Direction } from './standard-schema.ts';

/** Rejects a conversion that lost fields. For example, zod-to-json-schema converts any zod 4 schema to "accept anything". */
export function requireNoLostFields(schema: unknown, converted: unknown, direction: Direction): void {
  const fields = declaredFields(schema);
  const published = parametersOf(converted as JsonSchema);
  const lost = fields?.filter((name) => !published.has(name)) ?? [];
  if (lost.length > 0) {
    throw empty(schema, direction, ` Missing: ${lost.map((name) => `'${name}'`).join(', ')}.`);
  }
  // An output may be anything (`z.any()`), but an input must be an object.
  if (direction === 'input' && isObject(converted) && isUnconstrained(converted)) {
    throw empty(schema, direction, '');
  }
}

function empty(schema: unknown, direction: Direction, missing: string): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_EMPTY',
    `The JSON Schema made from the ${direction} schema (${libraryOf(schema)}) is empty or incomplete.${missing} Describe an object with named fields. If you pass a converter, use the one for the library and version of this schema.`,
  );
}
