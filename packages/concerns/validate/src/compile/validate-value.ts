import { isPromise, type MaybePromise } from '@toolwire/internal';
import type { Issue } from '../explain/problem.ts';
import type { JsonSchema } from '../json-schema/json.ts';
import { isSchemaError } from '../json-schema/schema-error.ts';
import { type Direction, readIssues, type StandardProps, type StandardResult } from '../libraries/standard-schema.ts';
import type { JsonSchemaValidator } from '../validators/validator.ts';
import type { CompileOptions } from './compile-options.ts';
import { namesInheritedMembers, withoutPrototype } from './inherited-names.ts';
import { noValidator } from './source-errors.ts';

/** Whether a value is valid: the value to use, or the issues. */
export type SchemaResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Validates a value with a schema. */
export type ValidateValue = (value: unknown) => MaybePromise<SchemaResult>;

/** Validates values with the configured JSON Schema validator. */
export function checkByValidator(
  jsonSchema: JsonSchema,
  direction: Direction,
  { validator }: CompileOptions,
): ValidateValue {
  if (validator === undefined) {
    throw noValidator(direction);
  }
  const validate = validator.compile(jsonSchema);
  return (value) => {
    const result = validate(value);
    return result.ok ? { ok: true, value } : { ok: false, issues: result.errors };
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

/** Finds the first issues of an invalid value quickly; returns no issue for a value that its library may accept. */
export type Precheck = (value: unknown) => readonly Issue[];

/**
 * Creates the check that large inputs pass before their library validates them. Libraries collect an issue for each
 * invalid part, which takes seconds for a million parts.
 */
export function createPrecheck(accepted: () => JsonSchema, { validator }: CompileOptions): Precheck | undefined {
  if (validator === undefined) {
    return undefined;
  }
  let precheck: Precheck | undefined;
  return (value) => {
    // Compiled on first use: most tools never receive a large input.
    precheck ??= compilePrecheck(accepted(), validator);
    return precheck(value);
  };
}

function compilePrecheck(jsonSchema: JsonSchema, validator: JsonSchemaValidator): Precheck {
  try {
    const validate = validator.compile(jsonSchema);
    return (value) => {
      const result = validate(value);
      return result.ok ? [] : result.errors;
    };
  } catch (thrown) {
    // The library still validates where the host doesn't support the validator.
    if (isSchemaError(thrown)) {
      return () => [];
    }
    throw thrown;
  }
}
