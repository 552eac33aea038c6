import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import { isObject, type JsonSchema } from './base/json.ts';
import type { Zod4Conversion } from './corrections/zod4.ts';
import type { SchemaConverter } from './libraries/converter.ts';
import { zod4Definition } from './libraries/library.ts';
import { standardProps } from './libraries/standard-schema.ts';
import { convertByLibrary } from './sources/library-conversion.ts';

/** Makes a converter of zod mini schemas, and of zod 4.0 and 4.1, which bring none along; by zod's own converter. */
export function zodMini(): SchemaConverter {
  return convert;
}

const convert: SchemaConverter = (schema, direction) => {
  if (zod4Definition(schema) === undefined || standardProps(schema)?.jsonSchema !== undefined) {
    return undefined;
  }
  return convertByLibrary(
    ({ target, libraryOptions }) => {
      const override = libraryOptions?.['override'] as Override | undefined;
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

type Override = (conversion: Zod4Conversion) => void;

interface WithMetadata {
  readonly meta?: () => unknown;
}

/** Descriptions and marks are kept beside schemas, in a table that another copy of zod does not see. */
function addMetadata({ zodSchema, jsonSchema }: Zod4Conversion): void {
  const metadata = (zodSchema as WithMetadata).meta?.();
  const { id: _id, ...rest } = isObject(metadata) ? metadata : {};
  Object.assign(jsonSchema, { ...rest, ...jsonSchema });
}
