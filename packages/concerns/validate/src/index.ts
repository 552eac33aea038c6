export type { JsonObject, JsonSchema, JsonValue, PathSegment } from './base/json.ts';
export type { MaybePromise } from './base/maybe-promise.ts';
export { isSchemaError, SchemaError, type SchemaErrorCode } from './base/schema-error.ts';
export type { JsonSchemaValidator, ValidatorError, ValidatorResult } from './base/validator.ts';
export type {
  Check,
  Checked,
  CompiledInput,
  CompiledOutput,
  OutputCheck,
  OutputChecked,
  OutputProblem,
} from './compile/check.ts';
export { compileInput, type SchemaSource } from './compile/compile-input.ts';
export { compileOutput } from './compile/compile-output.ts';
export type { ParsedValue } from './compile/parsed-value.ts';
export type { JsonProblem, JsonProblemKind } from './json/json-problem.ts';
export { type JsonValueOptions, type JsonValueResult, toJsonValue } from './json/to-json-value.ts';
export { assertedFormats, type Format } from './keywords/formats.ts';
export type { SchemaConverter } from './libraries/converter.ts';
export type { Direction } from './libraries/standard-schema.ts';
export type { CompileInputOptions, CompileOptions, CompileOutputOptions } from './sources/compile-options.ts';
