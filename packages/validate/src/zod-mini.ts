import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import { isObject, type JsonSchema } from './json.ts';
import type { SchemaConverter } from './sources/converter.ts';
import { zod4Definition } from './sources/library.ts';
import { convertByLibrary } from './sources/library-conversion.ts';
import { standardProps } from './sources/standard-schema.ts';

/** Makes the JSON Schema of zod mini schemas, and of zod 4.0 and 4.1, which bring none along; by zod's own converter. */
export const zodMini: SchemaConverter = (schema, direction) => {
  if (zod4Definition(schema) === undefined || standardProps(schema)?.jsonSchema !== undefined) {
    return undefined;
  }
  return convertByLibrary(
    ({ target, libraryOptions }) =>
      toJSONSchema(schema as $ZodType, { target, io: direction, override: addMetadata, ...libraryOptions }),
    direction,
    'zod 4',
  ) as JsonSchema;
};

interface WithMetadata {
  readonly meta?: () => unknown;
}

/** Descriptions and marks are kept beside schemas, in a table that another copy of zod does not see. */
function addMetadata({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }): void {
  const metadata = (zodSchema as WithMetadata).meta?.();
  const { id: _id, ...rest } = isObject(metadata) ? metadata : {};
  Object.assign(jsonSchema, { ...rest, ...jsonSchema });
}
