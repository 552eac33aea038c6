import { isPromise, type MaybePromise } from '@toolwire/internal';
import { someSchema } from '@toolwire/internal/json-schema';
import { findIssues } from '../explain/find-issues.ts';
import type { Issue } from '../explain/problem.ts';
import { isObject, type JsonSchema, setOwn } from '../json-schema/json.ts';
import { isSchemaError } from '../json-schema/schema-error.ts';
import { type Direction, readIssues, type StandardProps, type StandardResult } from '../libraries/standard-schema.ts';
import type { CompileOptions } from './compile-options.ts';
import { noValidator } from './source-errors.ts';

/** Whether a value is valid: the value to use, or the issues. */
export type SchemaResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Validates a value with a schema. */
export type ValidateValue = (value: unknown) => MaybePromise<SchemaResult>;

/** Validates a value with a JSON Schema, which is never asynchronous. */
export type ValidateAtOnce = (value: unknown) => SchemaResult;

/** Validates values with the configured JSON Schema validator, which reads `whole`. The published schema explains invalid values. */
export function checkByValidator(
  { whole, jsonSchema }: { readonly whole: JsonSchema; readonly jsonSchema: JsonSchema },
  direction: Direction,
  { validator }: CompileOptions,
): ValidateAtOnce {
  if (validator === undefined) {
    throw noValidator(direction);
  }
  const validate = validator.compile(whole);
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
    return checkByValidator({ whole: jsonSchema, jsonSchema }, 'input', options);
  } catch (thrown) {
    // The library still validates where the host doesn't support the validator.
    if (!isSchemaError(thrown)) throw thrown;
    return (value) => ({ ok: true, value });
  }
}
