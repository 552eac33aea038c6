import type { JsonSchemaValue } from '@toolwire/internal';

/** What a schema hands on of a value that fits, after its defaults and transforms; what the compiler cannot read is unknown. */
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
