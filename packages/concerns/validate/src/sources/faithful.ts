import { isObject, type JsonSchema } from '../base/json.ts';
import { SchemaError } from '../base/schema-error.ts';
import { declaredFields, libraryOf } from '../libraries/library.ts';
import type { Direction } from '../libraries/standard-schema.ts';
import { saysNothing } from '../publish/slim.ts';
import { parametersOf } from '../publish/warnings.ts';

/** Refuses a conversion that lost what the schema says: zod-to-json-schema, for one, turns any zod 4 schema into "accept anything". */
export function requireFaithful(schema: unknown, converted: unknown, direction: Direction): void {
  const fields = declaredFields(schema);
  const published = parametersOf(converted as JsonSchema);
  const lost = fields?.filter((name) => !published.has(name)) ?? [];
  if (lost.length > 0) {
    throw empty(schema, direction, ` Missing: ${lost.map((name) => `'${name}'`).join(', ')}.`);
  }
  // An output may be anything (z.any()); an input is an object, and an empty conversion does not even say that.
  if (direction === 'input' && isObject(converted) && saysNothing(converted)) {
    throw empty(schema, direction, '');
  }
}

function empty(schema: unknown, direction: Direction, missing: string): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_EMPTY',
    `The JSON Schema made from the ${direction} schema (${libraryOf(schema)}) does not describe it.${missing} Describe an object with named fields, and convert it with the converter of its own library and version.`,
  );
}
