import { ignoreOverride, type Options, zodToJsonSchema } from 'zod-to-json-schema';
import type { JsonSchema } from './json.ts';
import { fieldOf } from './publish/subschemas.ts';
import { SchemaError } from './schema-error.ts';
import type { SchemaConverter } from './sources/converter.ts';
import { zod3Definition } from './sources/library.ts';
import type { Direction } from './sources/standard-schema.ts';
import { unrepresentable } from './sources/unrepresentable.ts';
import { correctZod3, type Zod3Definition } from './sources/zod3-keywords.ts';

/** Makes the JSON Schema of zod 3 schemas, by zod-to-json-schema. */
export const zod3: SchemaConverter = (schema, direction) => {
  if (zod3Definition(schema) === undefined) {
    return undefined;
  }
  const options: Partial<Options> = {
    $refStrategy: 'none',
    effectStrategy: 'input',
    pipeStrategy: direction,
    // What zod silently drops is not refused, and so not published as refused.
    removeAdditionalStrategy: 'strict',
    allowedAdditionalProperties: undefined,
    override: (definition, { currentPath }, seen) => {
      const field = fieldOf(currentPath.slice(1).map(readSegment));
      refuseUnfit(definition as Definition, field, direction);
      if (seen !== undefined && contains(seen.path, currentPath)) {
        throw recursive(direction, field);
      }
      return ignoreOverride;
    },
    postProcess: (jsonSchema, definition) =>
      jsonSchema && correctZod3(jsonSchema, definition as Zod3Definition, direction),
  };
  return zodToJsonSchema(schema as Parameters<typeof zodToJsonSchema>[0], options) as JsonSchema;
};

interface Definition {
  readonly typeName?: string;
  readonly coerce?: boolean;
  readonly effect?: { readonly type: string };
}

// zod-to-json-schema writes something for each of these that no JSON value fits, or that is not what zod checks.
const unfitTypes: ReadonlyMap<string, string> = new Map([
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

function refuseUnfit({ typeName, coerce, effect }: Definition, field: string, direction: Direction): void {
  if (typeName === undefined) {
    throw new SchemaError(
      'TW_SCHEMA_UNREPRESENTABLE',
      `The ${direction} field '${field}' is not a zod 3 schema, but its parent is. Build the whole schema with one version of zod.`,
      field,
    );
  }
  const isReadFromText = typeName === 'ZodDate' && coerce === true && direction === 'input';
  const unfit = isReadFromText ? undefined : unfitTypes.get(typeName);
  if (unfit !== undefined) {
    throw unrepresentable(direction, field, unfit);
  }
  if (direction === 'output' && effect?.type === 'transform') {
    throw unrepresentable(direction, field, 'transform');
  }
}

function recursive(direction: Direction, field: string): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_RECURSIVE',
    `The ${direction} field '${field}' contains itself. A published schema has no references (OTC-DEF-09): describe a fixed number of levels, or take the nested part as a string of JSON.`,
    field,
  );
}

function contains(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.length < inner.length && outer.every((segment, index) => inner[index] === segment);
}

function readSegment(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment;
}
