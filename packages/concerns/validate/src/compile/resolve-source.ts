import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { isSchemaError, SchemaError } from '../json-schema/schema-error.ts';
import { conversionFailed, noConverter, requireNoLostFields } from '../libraries/conversion-errors.ts';
import { type Library, libraryOf } from '../libraries/detect-library.ts';
import { convertByLibrary } from '../libraries/library-conversion.ts';
import { type Direction, type StandardProps, standardProps } from '../libraries/standard-schema.ts';
import { containsDates } from '../libraries/unrepresentable-types.ts';
import { runAsyncChecksOnce } from '../libraries/zod-definitions.ts';
import { acceptsMoreAnywhere } from '../publish/marks.ts';
import { authoredDocument, type Published, publishSchema } from '../publish/publish-schema.ts';
import { PatternCosts } from '../regex-cost/pattern-costs.ts';
import { patternWarnings } from '../size-limits/pattern-warnings.ts';
import { createSizeCheck, type SizeCheck } from '../size-limits/size-check.ts';
import type { CompileOptions } from './compiled-schema.ts';
import {
  checkByLibrary,
  checkByValidator,
  createPrecheck,
  type ValidateAtOnce,
  type ValidateValue,
} from './validate-value.ts';

/** A resolved schema: what to publish, and how to validate a value. */
export interface Source {
  readonly jsonSchema: JsonSchema;
  /** Warnings for the schema's author. */
  readonly warnings: readonly string[];
  /** The schema with its references, for protocols that publish it. Set only for a recursive schema, or one with a `$schema` of its author. */
  readonly document?: JsonSchema | undefined;
  readonly library: Library | undefined;
  /** Whether it returns dates, which an output sends as strings. */
  readonly hasDates: boolean;
  /** Like `jsonSchema`, but a recursive schema keeps its references. */
  readonly withReferences: JsonSchema;
  /** Whether the library drops fields that the schema doesn't name, so that its result is sent as it is. */
  readonly dropsUnnamed: boolean;
  readonly validateValue: ValidateValue;
  /** Checks the sizes of each value first. */
  readonly checkSizes: SizeCheck;
  /** Whether the library may accept more than the published schema. */
  readonly acceptsMore: () => boolean;
  /** Checks large inputs before their library does. */
  readonly precheck?: ValidateAtOnce | undefined;
}

/** Options for `resolveSource`. */
export interface ResolveOptions extends CompileOptions {
  /** The longest text for patterns without a `maxLength`. */
  readonly maxPatternLength: number;
}

/** Resolves a library schema or a JSON Schema. */
export function resolveSource(schema: unknown, direction: Direction, options: ResolveOptions): Source {
  const props = standardProps(schema);
  const library = libraryOf(schema);
  const converted = convertByOptions(schema, direction, options) ?? convert(schema, props, direction, library);
  const isGenerated = converted !== undefined;
  if (isGenerated) requireNoLostFields(schema, converted, direction);
  const authored = isGenerated ? undefined : requireSchema(schema, direction);
  const published = publishSchema(converted ?? authored, { direction, generated: isGenerated });
  const { jsonSchema, accepted, withReferences = jsonSchema } = published;
  const validate = isGenerated ? props?.validate : undefined;
  return {
    ...sizeChecksOf(published, options),
    jsonSchema,
    withReferences,
    document: (authored && authoredDocument(authored)) ?? published.withReferences,
    library: isGenerated ? library : undefined,
    hasDates: containsDates(converted),
    dropsUnnamed: validate !== undefined && droppingLibraries.has(library),
    ...(validate === undefined
      ? { validateValue: checkByValidator({ withReferences, jsonSchema }, direction, options) }
      : {
          validateValue: checkByLibrary(runAsyncChecksOnce(schema, validate), jsonSchema),
          precheck: createPrecheck(accepted, options),
        }),
  };
}

/** Libraries whose objects drop unnamed fields, except loose objects. */
const droppingLibraries: ReadonlySet<Library> = new Set(['zod 4', 'zod 3', 'valibot']);

/** The size check, and the warnings about patterns. */
function sizeChecksOf(
  { jsonSchema, marked, warnings }: Published,
  { maxPatternLength }: ResolveOptions,
): Pick<Source, 'checkSizes' | 'acceptsMore' | 'warnings'> {
  const costs = new PatternCosts();
  const ofPatterns = marked === undefined ? [] : patternWarnings(marked, costs, maxPatternLength);
  return {
    warnings: [...warnings, ...ofPatterns],
    checkSizes: createSizeCheck(marked ?? jsonSchema, costs, maxPatternLength),
    acceptsMore: () => marked !== undefined && acceptsMoreAnywhere(marked),
  };
}

function convert(schema: unknown, props: StandardProps | undefined, direction: Direction, library: Library): unknown {
  if (props?.jsonSchema !== undefined) {
    const { jsonSchema } = props;
    return convertByLibrary((conversion) => jsonSchema[direction](conversion), direction, library, schema);
  }
  if (props !== undefined || library !== 'other') {
    throw noConverter(library, direction);
  }
  return undefined;
}

function convertByOptions(schema: unknown, direction: Direction, { converters = [] }: CompileOptions): unknown {
  try {
    for (const converter of converters) {
      const converted = converter(schema, direction);
      if (converted !== undefined) {
        return converted;
      }
    }
    return undefined;
  } catch (thrown) {
    throw isSchemaError(thrown) ? thrown : conversionFailed(direction, thrown);
  }
}

/** Returns a schema of no library, which must be a JSON Schema. */
function requireSchema(schema: unknown, direction: Direction): JsonSchema {
  if (!isObject(schema)) {
    throw notASchema(schema, direction);
  }
  const field = Object.keys(schema).find((name) => isLibrarySchema(schema[name]));
  if (field !== undefined) {
    throw rawShape(field, direction);
  }
  return schema;
}

function isLibrarySchema(value: unknown): boolean {
  return standardProps(value) !== undefined || libraryOf(value) !== 'other';
}

/** The error for a value that is not a schema. */
function notASchema(value: unknown, direction: Direction): SchemaError {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  return new SchemaError(
    'TW_SCHEMA_NOT_A_SCHEMA',
    `The ${direction} is ${isObject(value) ? 'not a schema' : kind}. Pass a Standard Schema (Zod, Valibot, ArkType …) or a JSON Schema object${direction === 'output' ? ', null for a tool that returns nothing, or omit it for any JSON' : ', or omit it for a tool without parameters'}.`,
  );
}

/** The error for an object of schemas in place of an object schema. */
function rawShape(field: string, direction: Direction): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_NOT_A_SCHEMA',
    `The ${direction} is an object that holds schemas (in '${field}'), not a schema. Wrap it: z.object({ … }), v.object({ … }) or type({ … }).`,
  );
}
