import { isObject } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import type { Library } from '../libraries/detect-library.ts';
import type { Direction } from '../libraries/standard-schema.ts';

const fixes: Readonly<Record<Library, string>> = {
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
    `The ${direction} is a ${name} schema that provides no JSON Schema, which clients need. ${fixes[library]}`,
  );
}

/** The error for a JSON Schema without a configured validator. */
export function noValidator(direction: Direction): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_NO_VALIDATOR',
    `The ${direction} is a plain JSON Schema, which needs a validator. Pass validator: ajv(), imported from '@toolwire/validate/ajv'; or, where code generation is forbidden, validator: noEval() from '@toolwire/validate/no-eval'.`,
  );
}

/** The error for a value that is not a schema. */
export function notASchema(value: unknown, direction: Direction): SchemaError {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  return new SchemaError(
    'TW_SCHEMA_NOT_A_SCHEMA',
    `The ${direction} is ${isObject(value) ? 'not a schema' : kind}. Pass a Standard Schema (Zod, Valibot, ArkType …) or a JSON Schema object${direction === 'output' ? ', null for a tool that returns nothing, or omit it for any JSON' : ', or omit it for a tool without parameters'}.`,
  );
}

/** The error for an object of schemas in place of an object schema. */
export function rawShape(field: string, direction: Direction): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_NOT_A_SCHEMA',
    `The ${direction} is an object that holds schemas (in '${field}'), not a schema. Wrap it: z.object({ … }), v.object({ … }) or type({ … }).`,
  );
}
