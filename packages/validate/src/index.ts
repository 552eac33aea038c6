export type {
  Check,
  Checked,
  CompiledInput,
  CompiledOutput,
  OutputCheck,
  OutputChecked,
  OutputProblem,
} from './check.ts';
export { compileInput, type SchemaSource } from './compile-input.ts';
export type { CompileInputOptions, CompileOptions, CompileOutputOptions } from './compile-options.ts';
export { compileOutput } from './compile-output.ts';
export type { JsonObject, JsonSchema, JsonValue, PathSegment } from './json.ts';
export { assertedFormats, type Format } from './keywords/formats.ts';
export type { MaybePromise } from './maybe-promise.ts';
export type { JsonProblem, JsonProblemKind } from './output/json-problem.ts';
export { type JsonValueOptions, type JsonValueResult, toJsonValue } from './output/to-json-value.ts';
export { isSchemaError, SchemaError, type SchemaErrorCode } from './schema-error.ts';
export type { SchemaConverter } from './sources/converter.ts';
export type { Direction } from './sources/standard-schema.ts';
export type { JsonSchemaValidator, ValidatorError, ValidatorResult } from './validator.ts';
