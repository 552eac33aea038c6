import { isPromise, type MaybePromise } from '@toolwire/internal';
import { someSchema } from '@toolwire/internal/json-schema';
import { findProblems } from '../explain/find-problems.ts';
import type { Issue } from '../explain/problem.ts';
import { isObject, type JsonSchema, type PathSegment, setOwn } from '../json-schema/json.ts';
import { maxQuickParts } from '../json-schema/max-quick-parts.ts';
import { isSchemaError, SchemaError } from '../json-schema/schema-error.ts';
import { type Direction, readIssues, type StandardProps, type StandardResult } from '../libraries/standard-schema.ts';
import type { CompileOptions } from './compiled-schema.ts';

/** Whether a value is valid: the value to use, or the issues. */
export type SchemaResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Validates a value with a schema. */
export type ValidateValue = (value: unknown) => MaybePromise<SchemaResult>;

/** Validates a value with a JSON Schema, which is never asynchronous. */
export type ValidateAtOnce = (value: unknown) => SchemaResult;

/** Validates values with the configured JSON Schema validator. It reads the schema with its references, and the published schema explains invalid values. */
export function checkByValidator(
  { withReferences, jsonSchema }: { readonly withReferences: JsonSchema; readonly jsonSchema: JsonSchema },
  direction: Direction,
  { validator }: CompileOptions,
): ValidateAtOnce {
  if (validator === undefined) {
    throw noValidator(direction);
  }
  const validate = validator.compile(withReferences);
  return (value) => {
    const result = validate(value);
    return result.ok ? { ok: true, value } : { ok: false, issues: findIssues(jsonSchema, value, result.path) };
  };
}

/** Validates values with the schema's own library, which would read an inherited member such as `constructor` as a field. */
export function checkByLibrary(
  validate: NonNullable<StandardProps['validate']>,
  jsonSchema: JsonSchema,
): ValidateValue {
  // Computed with the first value, because nothing at startup depends on it.
  let detaches: boolean | undefined;
  return (value) => {
    detaches ??= namesInheritedMembers(jsonSchema);
    const result = validate(detaches ? withoutPrototype(value) : value);
    return isPromise(result) ? result.then(readResult) : readResult(result);
  };
}

function readResult(result: StandardResult): SchemaResult {
  return result.issues === undefined
    ? { ok: true, value: result.value }
    : { ok: false, issues: readIssues(result.issues) };
}

/** Whether a schema names a field that every object inherits, such as `constructor`. Libraries would read the inherited member. */
function namesInheritedMembers(schema: JsonSchema): boolean {
  return someSchema(
    schema,
    ({ properties }) => isObject(properties) && Object.keys(properties).some((name) => name in Object.prototype),
  );
}

/** Copies a JSON value into objects without a prototype. Instances, such as dates, stay as they are. */
function withoutPrototype<T>(value: T): T {
  if (Array.isArray(value)) {
    return value.map(withoutPrototype) as T;
  }
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    setOwn(copy, key, withoutPrototype(value[key]));
  }
  return copy as T;
}

/**
 * Creates the check that large inputs pass before their library validates them. Libraries collect an issue for each
 * invalid part, which takes seconds for a million parts.
 */
export function createPrecheck(accepted: () => JsonSchema, options: CompileOptions): ValidateAtOnce | undefined {
  if (options.validator === undefined) {
    return undefined;
  }
  let precheck: ValidateAtOnce | undefined;
  return (value) => {
    // Compiled on first use: most tools never receive a large input.
    precheck ??= compilePrecheck(accepted(), options);
    return precheck(value);
  };
}

function compilePrecheck(jsonSchema: JsonSchema, options: CompileOptions): ValidateAtOnce {
  try {
    return checkByValidator({ withReferences: jsonSchema, jsonSchema }, 'input', options);
  } catch (thrown) {
    // The library still validates where the host doesn't support the validator.
    if (!isSchemaError(thrown)) throw thrown;
    return (value) => ({ ok: true, value });
  }
}

/** The error for a JSON Schema without a configured validator. */
function noValidator(direction: Direction): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_NO_VALIDATOR',
    `The ${direction} is a plain JSON Schema, which needs a validator. Pass validator: ajv(), imported from '@toolwire/validate/ajv'; or, where code generation is forbidden, validator: noEval() from '@toolwire/validate/no-eval'.`,
  );
}

/** The maximum number of issues of a value. No value with more parts is searched. `parameter-errors.ts` limits how many are shown. */
const maxParts = 1000;

/**
 * Finds the issues of an invalid value with its schema. A large value, and a value in which the schema shows no problem, has one issue: the
 * part that its validator found.
 */
function findIssues(schema: JsonSchema, value: unknown, invalidPart: readonly PathSegment[]): readonly Issue[] {
  const isLarge = countParts(value, Math.min(maxParts, maxQuickParts(schema))) < 0;
  const problems = isLarge ? [] : findProblems(schema, value, [], maxParts);
  return problems.length === 0 ? [{ path: invalidPart }] : problems.map((problem) => ({ path: problem.path, problem }));
}

/** The parts that may follow a value; negative if it has too many. */
function countParts(value: unknown, left: number): number {
  let remaining = left - 1;
  if (typeof value !== 'object' || value === null) return remaining;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (remaining < 0) break;
    remaining = countParts(part, remaining);
  }
  return remaining;
}
