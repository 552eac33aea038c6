import type { MaybePromise } from '@toolwire/internal';
import type { JsonSchemaValue } from '@toolwire/internal/json-schema';
import type { JsonSchema, JsonValue } from '../json-schema/json.ts';
import type { SchemaConverter } from '../libraries/standard-schema.ts';
import type { JsonSchemaValidator } from '../validators/validator.ts';

/** The result of a check: the value to use, or the errors. */
export type Checked<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      /** Errors by top-level parameter. The record has no prototype, so every name is safe. */
      readonly parameterErrors: Readonly<Record<string, string>>;
    };

/** Checks an input and returns the value to use. */
export type Check<T = unknown> = (value: unknown) => MaybePromise<Checked<T>>;

/** Why an output cannot be sent. */
export type OutputProblem = 'not_json' | 'too_large' | 'mismatch';

/** The result of an output check: the JSON to send, or the reason why it can't be sent. */
export type OutputChecked =
  | { readonly ok: true; readonly value: JsonValue }
  | {
      readonly ok: false;
      readonly reason: OutputProblem;
      /** For every reader: contains no field names and no values. */
      readonly message: string;
      /** For developers: contains the path and the expectation, but no values. */
      readonly detail: string;
      readonly parameterErrors: Readonly<Record<string, string>>;
    };

/** Checks a tool's result and returns the JSON to send. */
export type OutputCheck = (value: unknown) => MaybePromise<OutputChecked>;

/** A compiled input schema: what to publish, and how to check. */
export interface CompiledInput<T = unknown> {
  readonly jsonSchema: JsonSchema;
  /** The schema with its references: a JSON Schema with a `$schema` as its author wrote it, or a recursive schema with `$defs`. */
  readonly document?: JsonSchema;
  readonly check: Check<T>;
  /** The names of parameters without a description. */
  readonly undescribed: readonly string[];
  /** Warnings for the schema's author, such as a slow pattern. */
  readonly warnings: readonly string[];
}

/** A compiled output schema: what to publish, and how to check. `jsonSchema` is `null` when the tool returns nothing. */
export interface CompiledOutput {
  readonly jsonSchema: JsonSchema | null;
  readonly check: OutputCheck;
  readonly warnings: readonly string[];
}

/** The type of a valid value after defaults and transforms; `unknown` where the compiler can't infer it. */
export type ParsedValue<Schema> = Schema extends undefined
  ? Record<string, never>
  : Schema extends { readonly '~standard': infer Props }
    ? OutputOf<Props>
    : JsonSchemaValue<Schema>;

type OutputOf<Props> = Props extends { readonly types?: infer Types }
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : unknown
  : unknown;

/** Options for every schema. */
export interface CompileOptions {
  /** Validates plain JSON Schemas, such as `ajv()` or `noEval()`. Schema libraries validate their own schemas. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Converters for libraries without a JSON Schema, such as `zod3()` and `zodMini()`. Tried in order, before the schema itself. */
  readonly converters?: readonly SchemaConverter[] | undefined;
}
