import type { NamesOf } from '@toolwire/internal';
import type { SchemaConverter } from '../libraries/standard-schema.ts';
import type { JsonSchemaValidator } from '../validators/validator.ts';

/** Options for every schema. */
export interface CompileOptions {
  /** Validates plain JSON Schemas, such as `ajv()` or `noEval()`. Schema libraries validate their own schemas. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Converters for libraries without a JSON Schema, such as `zod3()` and `zodMini()`. Tried in order, before the schema itself. */
  readonly converters?: readonly SchemaConverter[] | undefined;
}

/** Options for an input schema. */
export interface CompileInputOptions extends CompileOptions {
  /** Whether a missing parameter description is an error. Default: a warning. */
  readonly strict?: boolean | undefined;
  /** Whether messages may repeat short rejected values that are not marked as sensitive. Default: `show`. */
  readonly rejectedValues?: 'show' | 'hide' | undefined;
  /** The longest text, in characters, that a pattern without a `maxLength` runs on. Default: 10 000; `Infinity` disables the limit. */
  readonly maxPatternLength?: number | undefined;
}

/** Options for an output schema. */
export interface CompileOutputOptions extends CompileOptions {
  /** The approximate maximum size of an output's JSON text. Default: 10 MiB. */
  readonly maxBytes?: number | undefined;
}

const compileNames: NamesOf<CompileOptions> = { validator: true, converters: true };

/** The options of `compileInput`. */
export const compileInputNames: NamesOf<CompileInputOptions> = {
  ...compileNames,
  strict: true,
  rejectedValues: true,
  maxPatternLength: true,
};

/** The options of `compileOutput`. */
export const compileOutputNames: NamesOf<CompileOutputOptions> = { ...compileNames, maxBytes: true };
