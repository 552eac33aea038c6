import { isObject, own } from '../base/json.ts';
import { isSchemaError } from '../base/schema-error.ts';
import { correctArktype } from '../corrections/arktype.ts';
import { correctAction, type ValibotPart } from '../corrections/valibot.ts';
import { releaseFallbacks } from '../corrections/valibot-fallbacks.ts';
import { correctZod4, type Zod4Conversion } from '../corrections/zod4.ts';
import { definitionOf } from '../corrections/zod4-definition.ts';
import type { Library } from '../libraries/library.ts';
import type { Direction, StandardJsonSchemaOptions } from '../libraries/standard-schema.ts';
import { conversionFailed, hasDates, markOf, refuseMarked } from '../libraries/unrepresentable.ts';

/** A library's own conversion of one schema. */
export type LibraryConversion = (options: StandardJsonSchemaOptions) => unknown;

const target = 'draft-2020-12';

/** Asks a library for its JSON Schema; a type that JSON has no form for is refused with the name of its field, but for dates in outputs, which are marked. */
export function convertByLibrary(
  convert: LibraryConversion,
  direction: Direction,
  library: Library,
  source?: unknown,
): unknown {
  try {
    // zod refuses by itself; the others leave such a field open, or refuse harmless checks as well.
    const libraryOptions =
      library === 'zod 4' ? { override: correctZod4(direction) } : markingOptions(library, direction);
    const schema = convert({ target, libraryOptions });
    refuseMarked(schema, direction);
    return library === 'arktype' ? correctArktype(source, schema, direction) : schema;
  } catch (thrown) {
    const lenient = library === 'zod 4' ? convertLeniently(convert, direction, thrown) : undefined;
    if (lenient !== undefined) {
      return lenient;
    }
    throw isSchemaError(thrown) ? thrown : conversionFailed(direction, thrown);
  }
}

/** Converts once more, leniently, to learn which field it was; a schema is what comes of it where that was a date in an output. */
function convertLeniently(convert: LibraryConversion, direction: Direction, cause: unknown): unknown {
  let lenient: unknown;
  try {
    lenient = convert({ target, libraryOptions: zodMarking(direction) });
  } catch {
    // The first reason is the better one, and is thrown by the caller.
    return undefined;
  }
  refuseMarked(lenient, direction, cause);
  return hasDates(lenient) ? lenient : undefined;
}

function markingOptions(library: Library, direction: Direction): Readonly<Record<string, unknown>> {
  return library === 'valibot' ? valibotMarking(direction) : library === 'arktype' ? arktypeMarking : {};
}

const zodTypes: ReadonlySet<string> = new Set([
  'bigint',
  'custom',
  'date',
  'function',
  'map',
  'nan',
  'promise',
  'set',
  'symbol',
  'transform',
  'undefined',
  'void',
]);

function zodMarking(direction: Direction): Readonly<Record<string, unknown>> {
  const correct = correctZod4(direction);
  return {
    unrepresentable: 'any',
    override: (conversion: Zod4Conversion): void => {
      correct(conversion);
      const { type = '', values = [] } = definitionOf(conversion.zodSchema);
      const unfit = zodTypes.has(type) ? type : values.map((value) => typeof value).find((kind) => zodTypes.has(kind));
      Object.assign(conversion.jsonSchema, unfit !== undefined && markOf(unfit));
    },
  };
}

const isTransform =
  /^(?:(?:raw_)?transform(?:_async)?|(?:find|reduce)_items?|(?:parse|stringify)_json|to_(?:bigint|boolean|date|number|string))$/;

interface ValibotContext {
  readonly valibotSchema: ValibotPart;
  readonly valibotAction: ValibotPart;
  readonly jsonSchema: object;
  readonly errors: readonly string[] | undefined;
}

function valibotMarking(direction: Direction): Readonly<Record<string, unknown>> {
  return {
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema, errors }: ValibotContext): object | undefined =>
      errors !== undefined
        ? { ...jsonSchema, ...markOf(valibotSchema.type) }
        : direction === 'input'
          ? releaseFallbacks(valibotSchema, jsonSchema)
          : undefined,
    // A check that JSON Schema has no keyword for still runs; a transform changes the type.
    overrideAction: ({ valibotAction, jsonSchema, errors }: ValibotContext): object =>
      errors !== undefined && isTransform.test(valibotAction.type)
        ? { ...jsonSchema, ...markOf('transform') }
        : correctAction(valibotAction, jsonSchema, direction),
  };
}

interface ArktypeContext {
  readonly base: object;
  readonly domain?: unknown;
  readonly proto?: unknown;
}

const arktypeMarking: Readonly<Record<string, unknown>> = {
  fallback: {
    date: ({ base }: ArktypeContext): object => ({ ...base, ...markOf('date') }),
    domain: ({ base, domain }: ArktypeContext): object => ({ ...base, ...markOf(String(domain)) }),
    proto: ({ base, proto }: ArktypeContext): object => ({ ...base, ...markOf(nameOf(proto)) }),
    unit: ({ base }: ArktypeContext): object => ({ ...base, ...markOf('undefined') }),
  },
};

function nameOf(proto: unknown): string {
  const name =
    typeof proto === 'function' || isObject(proto) ? own(proto as Record<string, unknown>, 'name') : undefined;
  return typeof name === 'string' ? name.toLowerCase() : 'custom';
}
