import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import { isObject, type JsonSchema } from './json-schema/json.ts';
import { zod4Definition } from './libraries/detect-library.ts';
import { convertByLibrary } from './libraries/library-conversion.ts';
import { type SchemaConverter, standardProps } from './libraries/standard-schema.ts';
import type { Zod4Conversion } from './libraries/zod4-corrections.ts';

/** Creates a converter for zod mini schemas and zod 4.0 and 4.1, with zod's own `toJSONSchema`. */
export function zodMini(): SchemaConverter {
  return convert;
}

const convert: SchemaConverter = (schema, direction) => {
  if (zod4Definition(schema) === undefined || standardProps(schema)?.jsonSchema !== undefined) {
    return undefined;
  }
  return convertByLibrary(
    ({ target, libraryOptions }) => {
      const override = libraryOptions['override'] as ((conversion: Zod4Conversion) => void) | undefined;
      return toJSONSchema(schema as $ZodType, {
        ...libraryOptions,
        target,
        io: direction,
        override: (conversion) => {
          addMetadata(conversion);
          override?.(conversion);
        },
      });
    },
    direction,
    'zod 4',
  ) as JsonSchema;
};

/** Adds descriptions and metadata, which zod keeps in a registry that another copy of zod doesn't see. */
function addMetadata({ zodSchema, jsonSchema }: Zod4Conversion): void {
  const metadata = (zodSchema as { readonly meta?: () => unknown }).meta?.();
  const { id: _id, ...rest } = isObject(metadata) ? metadata : {};
  Object.assign(jsonSchema, { ...rest, ...jsonSchema });
}
