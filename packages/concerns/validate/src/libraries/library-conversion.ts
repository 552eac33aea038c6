import { isSchemaError } from '../json-schema/schema-error.ts';
import { arktypeMarking, correctArktype } from './arktype-corrections.ts';
import { conversionFailed } from './conversion-errors.ts';
import { type Library, libraryOf } from './detect-library.ts';
import { type Direction, type StandardJsonSchemaOptions, standardProps } from './standard-schema.ts';
import { containsDates, rejectMarked } from './unrepresentable-types.ts';
import { valibotOptions } from './valibot-corrections.ts';
import { changesTypes } from './zod-definitions.ts';
import { correctZod4 } from './zod4-corrections.ts';
import { zod4Marking } from './zod4-marking.ts';

/** A library's own conversion of one schema. */
export type LibraryConversion = (options: StandardJsonSchemaOptions) => unknown;

const target = 'draft-2020-12';

/** Converts a schema with its own library. Types that JSON can't represent are errors, except dates in outputs. */
export function convertByLibrary(
  convert: LibraryConversion,
  direction: Direction,
  library: Library,
  source?: unknown,
): unknown {
  try {
    // Zod rejects such a field itself. The other libraries leave it open, or reject harmless checks too.
    const libraryOptions = library === 'zod 4' ? { override: correctZod4(direction) } : optionsOf(library, direction);
    const schema = convert({ target, libraryOptions });
    rejectMarked(schema, direction);
    return library === 'arktype' ? correctArktype(source, schema, direction) : schema;
  } catch (thrown) {
    const lenient = library === 'zod 4' ? convertLeniently(convert, direction, thrown) : undefined;
    if (lenient !== undefined) {
      return lenient;
    }
    throw isSchemaError(thrown) ? thrown : conversionFailed(direction, thrown);
  }
}

/** Converts leniently to find the field. Returns the schema only for dates in outputs. */
function convertLeniently(convert: LibraryConversion, direction: Direction, cause: unknown): unknown {
  let lenient: unknown;
  try {
    lenient = convert({ target, libraryOptions: zod4Marking(direction) });
  } catch {
    // The caller throws the first error, which says more.
    return undefined;
  }
  rejectMarked(lenient, direction, cause);
  return containsDates(lenient) ? lenient : undefined;
}

function optionsOf(library: Library, direction: Direction): Readonly<Record<string, unknown>> {
  return library === 'valibot' ? valibotOptions(direction) : library === 'arktype' ? arktypeMarking : {};
}

/** Whether an output schema accepts dates that it changes. Rejects a schema that accepts types without a JSON form, such as a Map. */
export function acceptsDates(schema: unknown): boolean {
  const jsonSchema = standardProps(schema)?.jsonSchema;
  const library = libraryOf(schema);
  if (jsonSchema === undefined || (library === 'zod 4' && !changesTypes(schema))) {
    return false;
  }
  return containsDates(convertByLibrary((options) => jsonSchema.input(options), 'output', library));
}
