import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { mapSubschemas, schemasIn, unescapeSegment } from '@toolwire/internal/json-schema';
import { maxPartsForAllErrors } from './json-schema/checks-per-part.ts';
import { assertedFormats } from './json-schema/formats.ts';
import { isObject, type JsonSchema, listOf, type PathSegment } from './json-schema/json.ts';
import { rewriteDialect } from './publish/dialect.ts';
import { targetsOf } from './publish/reference-targets.ts';
import { unconditionalKeywords, uniqueItemsErrors } from './validators/cfworker-unique-items.ts';
import { hasMoreParts, type JsonSchemaValidator, type ValidatorError } from './validators/validator.ts';

const dialect = '2020-12';
const maxErrors = 1000;

/** Creates a validator with `@cfworker/json-schema`. It interprets schemas, so it runs on edge hosts that forbid code generation. */
export function noEval(): JsonSchemaValidator {
  return {
    compile: (schema) => {
      requireTargets(schema);
      const rewritten = rewriteDialect(schema);
      const maxParts = maxPartsForAllErrors(rewritten);
      const interpreted = forInterpreter(rewritten, true) as Schema;
      const first = new Validator(interpreted, dialect, true);
      const all = new Validator(interpreted, dialect, false);
      const repeatedItems = uniqueItemsErrors(rewritten);
      return (value) => {
        const validator = hasMoreParts(value, maxParts) ? first : all;
        const errors = [...leafErrors(unitsOf(validator, value)), ...repeatedItems(value)];
        return errors.length === 0 ? { ok: true } : { ok: false, errors: errors.slice(0, maxErrors) };
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

/** Copies a schema for the interpreter: formats become our patterns, and `uniqueItems` is checked by us. */
function forInterpreter(schema: unknown, isUnconditional: boolean): unknown {
  if (!isObject(schema)) {
    return schema;
  }
  // References may lead into unknown keywords, such as `components`. The interpreter writes into all of them.
  const mapped = mapSubschemas(
    schema,
    (subschema, [keyword]) => forInterpreter(subschema, isUnconditional && unconditionalKeywords.has(keyword)),
    'enter',
  );
  const copy = Object.fromEntries(
    Object.entries(mapped).filter(
      ([keyword, value]) => !isUnused(keyword, value) && !(isUnconditional && keyword === 'uniqueItems'),
    ),
  );
  const format = assertedFormats.get(String(schema['format']));
  if (format === undefined) {
    return copy;
  }
  return { ...copy, allOf: [...listOf(copy['allOf']), { pattern: format.pattern.source }] };
}

function unitsOf(validator: Validator, value: unknown): readonly OutputUnit[] {
  try {
    return validator.validate(value).errors;
  } catch (thrown) {
    if (thrown instanceof URIError) {
      return validator.validate(replaceLoneSurrogates(value)).errors;
    }
    if (thrown instanceof RangeError) {
      // So many errors overflow the stack: the value is invalid.
      return [{ instanceLocation: '#', keyword: 'schema', keywordLocation: '#', error: '' }];
    }
    throw thrown;
  }
}

const containers: ReadonlySet<string> = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'dependentSchemas',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const alternatives: ReadonlySet<string> = new Set(['anyOf', 'contains', 'not', 'oneOf', 'propertyNames']);

/** Keeps only the failing field or union. The interpreter also reports each parent, and each branch of a union. */
function leafErrors(units: readonly OutputUnit[]): readonly ValidatorError[] {
  const unions = units.filter(({ keyword }) => alternatives.has(keyword));
  const leaves = units.filter((unit) => !containers.has(unit.keyword) && !unions.some((union) => isBelow(unit, union)));
  return leaves.map(({ instanceLocation, keyword }) => ({ path: readPath(instanceLocation), keyword }));
}

function isBelow(unit: OutputUnit, union: OutputUnit): boolean {
  return unit.keyword === 'false'
    ? unit.instanceLocation.startsWith(`${union.instanceLocation}/`)
    : unit.keywordLocation.startsWith(`${union.keywordLocation}/`);
}

function readPath(instanceLocation: string): readonly PathSegment[] {
  return instanceLocation
    .split('/')
    .slice(1)
    .map((segment) => unescapeSegment(decodeURIComponent(segment)));
}

/** Replaces lone surrogates in names, because @cfworker/json-schema encodes names as parts of a URI (seen in 4.1.6). */
function replaceLoneSurrogates(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(replaceLoneSurrogates);
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, field]) => [
          name.replaceAll(/\p{Surrogate}/gu, '\uFFFD'),
          replaceLoneSurrogates(field),
        ]),
      )
    : value;
}
