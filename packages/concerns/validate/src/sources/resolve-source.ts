import { isPromise } from '@toolwire/internal';
import { isObject, type JsonSchema } from '../base/json.ts';
import type { MaybePromise } from '../base/maybe-promise.ts';
import { isSchemaError } from '../base/schema-error.ts';
import { runChecksOnce } from '../corrections/zod-asynchronous-checks.ts';
import type { Issue } from '../explain/problem.ts';
import { type Library, libraryOf } from '../libraries/library.ts';
import {
  type Direction,
  readIssues,
  type StandardProps,
  type StandardResult,
  standardProps,
} from '../libraries/standard-schema.ts';
import { conversionFailed, hasDates } from '../libraries/unrepresentable.ts';
import { authoredDocument, publishPlain, publishSchema } from '../publish/publish-schema.ts';
import type { CompileOptions } from './compile-options.ts';
import { requireFaithful } from './faithful.ts';
import { convertByLibrary } from './library-conversion.ts';
import { type Screen, screenOf } from './screen.ts';
import { writeSimpleZod } from './simple-zod.ts';
import { noConverter, notASchema, noValidator, rawShape } from './source-errors.ts';

/** What a schema says of a value. */
export type Judged =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** A schema of whatever origin: what to publish, and how to judge a value by it. */
export interface Source {
  readonly jsonSchema: JsonSchema;
  /** What the author should know of the schema. */
  readonly warnings: readonly string[];
  /** The schema as its author wrote it, where that may be published as well. */
  readonly document?: JsonSchema | undefined;
  readonly library: Library | undefined;
  /** Whether it gives dates, which an output sends as texts. */
  readonly hasDates: boolean;
  /** Whether it is known, from the schema itself, to take nothing but what JSON carries. */
  readonly takesOnlyJson: boolean;
  readonly judge: (value: unknown) => MaybePromise<Judged>;
  /** What a large input passes first. */
  readonly screen?: Screen | undefined;
}

/** Finds out what an author gave as a schema. */
export function resolveSource(schema: unknown, direction: Direction, options: CompileOptions): Source {
  const props = standardProps(schema);
  const library = libraryOf(schema);
  const byOptions = convertByOptions(schema, direction, options);
  const validate = props?.validate;
  if (byOptions === undefined && library === 'zod 4' && props?.jsonSchema !== undefined && validate !== undefined) {
    const simple = writeSimpleZod(schema, direction);
    if (simple !== undefined) {
      return simpleSource(simple, validate, direction, options);
    }
  }
  const converted = byOptions ?? convert(schema, props, direction, library);
  if (converted === undefined) {
    return plainSource(schema, direction, options);
  }
  requireFaithful(schema, converted, direction);
  const { jsonSchema, warnings, taken, whole } = publishSchema(converted, { direction, generated: true });
  const dates = hasDates(converted);
  const resolved = { jsonSchema, warnings, document: whole, library, hasDates: dates, takesOnlyJson: false };
  return validate === undefined
    ? { ...resolved, judge: judgeByValidator(whole ?? jsonSchema, direction, options) }
    : { ...resolved, judge: judgeByLibrary(runChecksOnce(schema, validate)), screen: screenOf(taken, options) };
}

/** Of a schema that was read kind by kind nothing is left to ask: no field was lost, none is a date, and none waits for a function. */
function simpleSource(
  simple: JsonSchema,
  validate: NonNullable<StandardProps['validate']>,
  direction: Direction,
  options: CompileOptions,
): Source {
  const { jsonSchema, warnings, taken } = publishPlain(simple, direction);
  return {
    jsonSchema,
    warnings,
    library: 'zod 4',
    hasDates: false,
    takesOnlyJson: true,
    judge: judgeByLibrary(validate),
    screen: screenOf(taken, options),
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

function plainSource(schema: unknown, direction: Direction, options: CompileOptions): Source {
  if (!isObject(schema)) {
    throw notASchema(schema, direction);
  }
  const field = Object.keys(schema).find((name) => isLibrarySchema(schema[name]));
  if (field !== undefined) {
    throw rawShape(field, direction);
  }
  const { jsonSchema, warnings, whole } = publishSchema(schema, { direction, generated: false });
  const judge = judgeByValidator(whole ?? jsonSchema, direction, options);
  return {
    jsonSchema,
    warnings,
    document: authoredDocument(schema) ?? whole,
    library: undefined,
    hasDates: false,
    takesOnlyJson: true,
    judge,
  };
}

function isLibrarySchema(value: unknown): boolean {
  return standardProps(value) !== undefined || libraryOf(value) !== 'other';
}

function judgeByValidator(
  jsonSchema: JsonSchema,
  direction: Direction,
  { validator }: CompileOptions,
): Source['judge'] {
  if (validator === undefined) {
    throw noValidator(direction);
  }
  const validate = validator.compile(jsonSchema);
  return (value) => {
    const result = validate(value);
    return result.ok ? { ok: true, value } : { ok: false, issues: result.errors };
  };
}

function judgeByLibrary(validate: NonNullable<StandardProps['validate']>): Source['judge'] {
  return (value) => {
    const result = validate(value);
    return isPromise(result) ? result.then(read) : read(result);
  };
}

function read(result: StandardResult): Judged {
  return result.issues === undefined
    ? { ok: true, value: result.value }
    : { ok: false, issues: readIssues(result.issues) };
}
