import { ignoreOverride, type Options, zodToJsonSchema } from 'zod-to-json-schema';
import type { JsonSchema } from './base/json.ts';
import { SchemaError } from './base/schema-error.ts';
import { correctZod3 } from './corrections/zod3.ts';
import type { Zod3Definition } from './corrections/zod3-definition.ts';
import { fieldOf } from './keywords/subschemas.ts';
import type { SchemaConverter } from './libraries/converter.ts';
import { zod3Definition } from './libraries/library.ts';
import type { Direction } from './libraries/standard-schema.ts';
import { unrepresentable } from './libraries/unrepresentable.ts';

/** Makes a converter of zod 3 schemas, by zod-to-json-schema. */
export function zod3(): SchemaConverter {
  return convert;
}

const convert: SchemaConverter = (schema, direction) => {
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
        return { $ref: pointerTo(seen.path) };
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
  const isText = typeName === 'ZodDate' && (coerce === true || direction === 'output');
  const unfit = isText ? undefined : unfitTypes.get(typeName);
  if (unfit !== undefined) {
    throw unrepresentable(direction, field, unfit);
  }
  if (direction === 'output' && effect?.type === 'transform') {
    throw unrepresentable(direction, field, 'transform');
  }
}

/** A reference to a schema above, of which the first levels are published. */
function pointerTo(path: readonly string[]): string {
  const segments = path.slice(1).map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1'));
  return ['#', ...segments.map(encodeURIComponent)].join('/');
}

function contains(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.length < inner.length && outer.every((segment, index) => inner[index] === segment);
}

function readSegment(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment;
}
