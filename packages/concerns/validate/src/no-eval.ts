import { type Schema, Validator } from '@cfworker/json-schema';
import { mapSubschemas, resolveReference, schemasIn, someSchema } from '@toolwire/internal/json-schema';
import { assertedFormats } from './json-schema/formats.ts';
import { entriesOf, hasDuplicates, isObject, type JsonSchema, listOf, type PathSegment } from './json-schema/json.ts';
import { evaluatingSchemas } from './json-schema/schema-parts.ts';
import { rewriteDialect } from './publish/dialect.ts';
import { targetsOf } from './publish/reference-targets.ts';
import { type JsonSchemaValidator, pathOfCfworker } from './validators/validator.ts';

const dialect = '2020-12';

/** Creates a validator with `@cfworker/json-schema`. It interprets schemas, so it runs on edge hosts that forbid code generation. */
export function noEval(): JsonSchemaValidator {
  return {
    compile: (schema) => {
      requireTargets(schema);
      const rewritten = rewriteDialect(schema);
      const validator = new Validator(forInterpreter(rewritten, true, rewritten) as Schema, dialect);
      const mayRepeat = someSchema(rewritten, ({ uniqueItems }) => uniqueItems === true);
      return (value) => {
        const path = invalidPart(validator, value) ?? (mayRepeat ? repeatedItems(rewritten, value) : undefined);
        return path === undefined ? { ok: true } : { ok: false, path };
      };
    },
  };
}

/** Rejects references without a target at startup. The interpreter would find them with the first value. */
function requireTargets(root: JsonSchema): void {
  const findTarget = targetsOf(root);
  for (const { schema, path } of schemasIn(root)) {
    if (schema['$ref'] !== undefined) {
      findTarget(schema, path);
    }
  }
}

const unusedKeywords: ReadonlySet<string> = new Set([
  'deprecated',
  'description',
  'format',
  'readOnly',
  'title',
  'writeOnly',
]);

function isUnused(keyword: string, value: unknown): boolean {
  // Below an unknown keyword, such as `components`, it may be the name of a schema.
  return keyword === 'default' || keyword === 'examples' || (unusedKeywords.has(keyword) && !isObject(value));
}

/** Copies a schema for the interpreter: formats become our patterns, and `repeatedItems()` checks `uniqueItems` where it is unconditional. */
function forInterpreter(schema: unknown, isUnconditional: boolean, root: unknown): unknown {
  if (!isObject(schema)) {
    // The interpreter reports no place in the schema for `false`.
    return schema === false ? { not: {} } : schema;
  }
  // References may lead into unknown keywords, such as `components`. The interpreter writes into all of them.
  const mapped = mapSubschemas(
    schema,
    (subschema, [keyword]) => forInterpreter(subschema, isUnconditional && unconditionalKeywords.has(keyword), root),
    'enter',
  );
  // In unknown keywords, `false` stays, because it may not be a schema.
  const refersToFalse = resolveReference(String(schema['$ref']), root) === false;
  const copy = Object.fromEntries(
    Object.entries(mapped).filter(
      ([keyword, value]) =>
        !isUnused(keyword, value) &&
        !(isUnconditional && keyword === 'uniqueItems') &&
        !(refersToFalse && keyword === '$ref'),
    ),
  );
  const format = assertedFormats.get(String(schema['format']));
  const added = [
    ...(refersToFalse ? [{ not: {} }] : []),
    ...(format === undefined ? [] : [{ pattern: format.pattern.source }]),
  ];
  return added.length === 0 ? copy : { ...copy, allOf: [...listOf(copy['allOf']), ...added] };
}

/** The path of an invalid part, or `undefined` if the value is valid. */
function invalidPart(validator: Validator, value: unknown): readonly PathSegment[] | undefined {
  try {
    return invalidPartWithAnyNames(validator, value);
  } catch (thrown) {
    // So many errors overflow the stack, or two names became equal: the value is invalid.
    if (thrown instanceof RangeError) return [];
    throw thrown;
  }
}

function invalidPartWithAnyNames(validator: Validator, value: unknown): readonly PathSegment[] | undefined {
  try {
    return pathOfCfworker(validator.validate(value).errors);
  } catch (thrown) {
    if (!(thrown instanceof URIError)) throw thrown;
    return pathOfCfworker(validator.validate(replaceLoneSurrogates(value)).errors)?.map(restoreLoneSurrogates);
  }
}

/**
 * Copies a value and replaces each lone surrogate in its names with a character for private use. @cfworker/json-schema encodes
 * names as parts of a URI, which fails for lone surrogates (seen in 4.1.6).
 */
function replaceLoneSurrogates(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(replaceLoneSurrogates);
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => [
    // Each surrogate has its own character, so names with different surrogates stay different.
    name.replaceAll(/\p{Surrogate}/gu, (surrogate) => String.fromCodePoint(0xf_0000 + surrogate.charCodeAt(0))),
    replaceLoneSurrogates(field),
  ]);
  const copy = Object.fromEntries(fields);
  // A name that already has such a character can equal a replaced one. The copy would lack a field, which nothing would validate.
  if (Object.keys(copy).length < fields.length) throw new RangeError('Two names of an object became equal');
  return copy;
}

function restoreLoneSurrogates(segment: PathSegment): string {
  return String(segment).replaceAll(/[\u{fd800}-\u{fdfff}]/gu, (character) =>
    String.fromCharCode(Number(character.codePointAt(0)) - 0xf_0000),
  );
}

/** The keywords under which `uniqueItems` always applies. Under other keywords it is one condition among several. */
const unconditionalKeywords: ReadonlySet<unknown> = new Set([
  'additionalProperties',
  'allOf',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
]);

/**
 * The path of a list with equal items that an unconditional `uniqueItems` forbids. Takes linear time, where @cfworker/json-schema takes
 * quadratic time (seen in 4.1.6).
 */
function repeatedItems(schema: unknown, value: unknown): readonly PathSegment[] | undefined {
  if (!isObject(schema)) return undefined;
  const isList = Array.isArray(value);
  if (isList && schema['uniqueItems'] === true && hasDuplicates(value)) return [];
  for (const part of listOf(schema['allOf'])) {
    const found = repeatedItems(part, value);
    if (found !== undefined) return found;
  }
  for (const [segment, part] of isList ? value.entries() : entriesOf(value)) {
    // Most parts are scalars.
    const schemas = typeof part === 'object' ? evaluatingSchemas(schema, segment) : [];
    for (const subschema of schemas) {
      const found = repeatedItems(subschema, part);
      if (found !== undefined) return [segment, ...found];
    }
  }
  return undefined;
}
