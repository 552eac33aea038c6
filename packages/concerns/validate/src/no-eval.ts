import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { isObject, listOf, type PathSegment } from './base/json.ts';
import { hasMoreParts, type JsonSchemaValidator, type ValidatorError } from './base/validator.ts';
import { withWellFormedNames } from './corrections/cfworker-half-characters.ts';
import { unconditionalKeywords, uniqueItemsErrors } from './corrections/cfworker-unique-items.ts';
import { smallValueParts } from './keywords/checks-per-part.ts';
import { assertedFormats } from './keywords/formats.ts';
import { mapSubschemas } from './keywords/subschemas.ts';
import { rewriteDialect } from './publish/dialect.ts';

const dialect = '2020-12';
const maxErrors = 1000;

/** Checks by `@cfworker/json-schema`: interprets schemas, so it runs where code generation is forbidden, as on edge hosts. */
export function noEval(): JsonSchemaValidator {
  return {
    compile: (schema) => {
      const rewritten = rewriteDialect(schema);
      const maxParts = smallValueParts(rewritten);
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

const unusedKeywords: ReadonlySet<string> = new Set([
  'default',
  'deprecated',
  'description',
  'examples',
  'format',
  'readOnly',
  'title',
  'writeOnly',
]);

/** A copy with what the interpreter does its own way put differently: formats become our patterns, `uniqueItems` is ours. */
function forInterpreter(schema: unknown, isUnconditional: boolean): unknown {
  if (!isObject(schema)) {
    return schema;
  }
  const mapped = mapSubschemas(schema, [], (subschema, path) =>
    forInterpreter(subschema, isUnconditional && unconditionalKeywords.has(path[0])),
  );
  const copy = Object.fromEntries(
    Object.entries(mapped).filter(
      ([keyword]) => !unusedKeywords.has(keyword) && !(isUnconditional && keyword === 'uniqueItems'),
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
      return validator.validate(withWellFormedNames(value)).errors;
    }
    if (thrown instanceof RangeError) {
      // There are so many errors that passing them on overflows the stack: the value does not fit.
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

/** It reports a failing field, each of its holders and each branch of a union: only the field, or the union, is worth a word. */
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
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}
