import type { OutputUnit } from '@cfworker/json-schema';
import { unescapeSegment } from '@toolwire/internal/json-schema';
import type { ErrorObject } from 'ajv';
import type { JsonSchema, PathSegment } from '../json-schema/json.ts';

/** Whether a value is valid. An invalid value has the path of one invalid part; the messages come from the schema. */
export type ValidatorResult = { readonly ok: true } | { readonly ok: false; readonly path: readonly PathSegment[] };

/** Compiles JSON Schemas to checks. This package has two: `ajv()` and `noEval()`. */
export interface JsonSchemaValidator {
  compile(schema: JsonSchema): (value: unknown) => ValidatorResult;
}

/** The path of the invalid part that ajv found. It reports a union after the errors of its branches. */
export function pathOfAjv(errors: readonly ErrorObject[] | null | undefined): readonly PathSegment[] {
  const { instancePath = '', params = {} } = errors?.at(-1) ?? {};
  const path: PathSegment[] = instancePath.split('/').slice(1).map(unescapeSegment);
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return typeof name === 'string' ? [...path, name] : path;
}

/** Keywords that `@cfworker/json-schema` reports only because a schema inside them is invalid. */
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

/** The path of the first invalid part that `@cfworker/json-schema` found. It reports a union before the errors of its branches. */
export function pathOfCfworker(units: readonly OutputUnit[]): readonly PathSegment[] | undefined {
  const first = units.find(({ keyword }) => !containers.has(keyword)) ?? units[0];
  return first?.instanceLocation
    .split('/')
    .slice(1)
    .map((segment) => unescapeSegment(decodeURIComponent(segment)));
}
