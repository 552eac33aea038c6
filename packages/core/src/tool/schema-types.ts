import type { StandardTypedV1 } from '@standard-schema/spec';
import type { JsonSchemaValue } from '@toolwire/internal/json-schema';

/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A JSON Schema in object form. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The input and output types of a Standard Schema. */
type TypesOf<Schema> = Schema extends StandardTypedV1 ? NonNullable<Schema['~standard']['types']> : never;

/** The known keys of a schema, without index signatures. */
type NamesIn<Schema> = string extends keyof Schema ? never : keyof Schema;

/** An object with unknown properties. */
type AnyFields = Readonly<Record<string, unknown>>;

/** The type of a literal JSON Schema. */
type FieldsOf<Schema> = unknown extends JsonSchemaValue<Schema> ? AnyFields : JsonSchemaValue<Schema>;

/** The input that `run` receives, after defaults and transforms of the input schema. */
export type RunInput<Schema> = Schema extends undefined
  ? Record<string, never>
  : '~standard' extends NamesIn<Schema>
    ? TypesOf<Schema>['output']
    : FieldsOf<Schema>;

// `undefined` comes before `null`: without strictNullChecks it extends null as well, and a tool without an output would return nothing.
/** The value that `run` must return, before the output schema validates and transforms it. */
export type RunOutput<Schema> = Schema extends undefined
  ? unknown
  : Schema extends null
    ? void
    : '~standard' extends NamesIn<Schema>
      ? TypesOf<Schema>['input']
      : JsonSchemaValue<Schema, object>;

/** The input that callers send, before defaults and transforms of the input schema. */
export type SentInput<Schema> = Schema extends undefined
  ? Record<string, never>
  : '~standard' extends NamesIn<Schema>
    ? TypesOf<Schema>['input']
    : FieldsOf<Schema>;

/** The result that callers receive, after transforms and before JSON encoding. */
export type ReceivedOutput<Schema> = Schema extends undefined
  ? unknown
  : Schema extends null
    ? void
    : '~standard' extends NamesIn<Schema>
      ? TypesOf<Schema>['output']
      : JsonSchemaValue<Schema>;
