import type { StandardTypedV1 } from '@standard-schema/spec';
import type { JsonSchemaValue } from '@toolwire/internal';

/** What a library's schema says of the values that it takes and gives. */
type TypesOf<Schema> = Schema extends StandardTypedV1 ? NonNullable<Schema['~standard']['types']> : never;

/** The names that a schema has for sure, and not those that any JSON Schema may have. */
type NamesIn<Schema> = string extends keyof Schema ? never : keyof Schema;

/** An object of which nothing else is known. */
type AnyFields = Readonly<Record<string, unknown>>;

/** What a plain JSON Schema says of an object, as far as it is written out where the compiler can read it. */
type FieldsOf<Schema> = unknown extends JsonSchemaValue<Schema> ? AnyFields : JsonSchemaValue<Schema>;

/** The value a schema hands to `run`, after its defaults and transforms. */
export type ParsedBy<Schema> = Schema extends undefined
  ? Record<string, never>
  : '~standard' extends NamesIn<Schema>
    ? TypesOf<Schema>['output']
    : FieldsOf<Schema>;

/** The value `run` must return for a schema. */
export type AcceptedBy<Schema> = Schema extends null
  ? void
  : '~standard' extends NamesIn<Schema>
    ? TypesOf<Schema>['input']
    : JsonSchemaValue<Schema, object>;

/** What callers send for a schema, before its defaults and transforms. */
export type SentBy<Schema> = Schema extends undefined
  ? Record<string, never>
  : '~standard' extends NamesIn<Schema>
    ? TypesOf<Schema>['input']
    : FieldsOf<Schema>;

/** What callers get for a schema, before it is written as JSON. */
export type ReceivedBy<Schema> = Schema extends null
  ? void
  : '~standard' extends NamesIn<Schema>
    ? TypesOf<Schema>['output']
    : JsonSchemaValue<Schema>;
