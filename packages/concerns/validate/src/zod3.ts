import { fieldOf, pointerOf } from '@toolwire/internal/json-schema';
import type { Options } from 'zod-to-json-schema';
import { loadZodToJsonSchema } from '#load-zod-to-json-schema';
import type { JsonSchema } from './json-schema/json.ts';
import { SchemaError } from './json-schema/schema-error.ts';
import { zod3Definition } from './libraries/detect-library.ts';
import type { Direction, SchemaConverter } from './libraries/standard-schema.ts';
import { unrepresentableType } from './libraries/unrepresentable-types.ts';
import { correctZod3, type Zod3Definition } from './libraries/zod3-corrections.ts';

/** Creates a converter for zod 3 schemas, with zod-to-json-schema. */
export function zod3(): SchemaConverter {
  return convert;
}

const convert: SchemaConverter = (schema, direction) => {
  if (zod3Definition(schema) === undefined) {
    return undefined;
  }
  const library = loadZodToJsonSchema();
  const options: Partial<Options> = {
    $refStrategy: 'none',
    effectStrategy: 'input',
    pipeStrategy: direction,
    // Zod drops unknown fields silently, so the schema doesn't forbid them.
    removeAdditionalStrategy: 'strict',
    allowedAdditionalProperties: undefined,
    override: (definition, { currentPath }, seen) => {
      const field = fieldOf(currentPath.slice(1));
      rejectUnrepresentable(definition as Zod3Definition, field, direction);
      if (seen !== undefined && contains(seen.path, currentPath)) {
        return { $ref: pointerTo(seen.path) };
      }
      return library.ignoreOverride;
    },
    postProcess: (jsonSchema, definition) =>
      jsonSchema && correctZod3(jsonSchema, definition as Zod3Definition, direction),
  };
  return library.zodToJsonSchema(schema as Parameters<typeof library.zodToJsonSchema>[0], options) as JsonSchema;
};

// For each of these types, zod-to-json-schema writes a schema that matches no JSON value, or not what zod checks.
const unsupportedTypes: ReadonlyMap<string, string> = new Map([
  ['ZodBigInt', 'bigint'],
  ['ZodDate', 'date'],
  ['ZodFunction', 'function'],
  ['ZodMap', 'map'],
  ['ZodNaN', 'nan'],
  ['ZodPromise', 'promise'],
  ['ZodSet', 'set'],
  ['ZodSymbol', 'symbol'],
  ['ZodUndefined', 'undefined'],
  ['ZodVoid', 'void'],
]);

function rejectUnrepresentable(
  { typeName, coerce, effect }: Zod3Definition,
  field: string,
  direction: Direction,
): void {
  if (typeName === undefined) {
    throw new SchemaError(
      'TW_SCHEMA_UNREPRESENTABLE',
      `The ${direction} field '${field}' is not a zod 3 schema, but its parent is. Build the whole schema with one version of zod.`,
      field,
    );
  }
  const isText = typeName === 'ZodDate' && (coerce === true || direction === 'output');
  const unsupported = isText ? undefined : unsupportedTypes.get(typeName);
  if (unsupported !== undefined) {
    throw unrepresentableType(direction, field, unsupported);
  }
  if (direction === 'output' && effect?.type === 'transform') {
    throw unrepresentableType(direction, field, 'transform');
  }
}

/** The reference to an outer schema; its first levels are published. */
function pointerTo(path: readonly string[]): string {
  return `#${pointerOf(path.slice(1)).split('/').map(encodeURIComponent).join('/')}`;
}

function contains(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.length < inner.length && outer.every((segment, index) => inner[index] === segment);
}
