import type { JsonSchema, PathSegment } from '../json-schema/json.ts';

/** Whether a value is valid. An invalid value has the path of one invalid part; the messages come from the schema. */
export type ValidatorResult = { readonly ok: true } | { readonly ok: false; readonly path: readonly PathSegment[] };

/** Compiles JSON Schemas to checks. This package has two: `ajv()` and `noEval()`. */
export interface JsonSchemaValidator {
  compile(schema: JsonSchema): (value: unknown) => ValidatorResult;
}
