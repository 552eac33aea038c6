import type { NamesOf } from '@toolwire/internal';
import type { JsonSchemaValidator } from '../base/validator.ts';
import type { SchemaConverter } from '../libraries/converter.ts';

/** How a schema is compiled. */
export interface CompileOptions {
  /** Checks values against plain JSON Schemas: `ajv()` or `noEval()`. Schema libraries check theirs themselves. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Make JSON Schemas for libraries that bring none along, such as `zod3()` and `zodMini()`; asked in order, before the schema itself. */
  readonly converters?: readonly SchemaConverter[] | undefined;
}

/** How an input schema is compiled. */
export interface CompileInputOptions extends CompileOptions {
  /** Whether a parameter without a description is an error; a warning unless told. */
  readonly strict?: boolean | undefined;
  /** Whether messages may repeat rejected values, short and not marked as sensitive; `show` unless told. */
  readonly rejectedValues?: 'show' | 'hide' | undefined;
}

/** How an output schema is compiled. */
export interface CompileOutputOptions extends CompileOptions {
  /** About how long the JSON text of an output may be; 10 MiB unless told. */
  readonly maxBytes?: number | undefined;
}

const compileNames: NamesOf<CompileOptions> = { validator: true, converters: true };

/** What `compileInput` knows. */
export const compileInputNames: NamesOf<CompileInputOptions> = { ...compileNames, strict: true, rejectedValues: true };

/** What `compileOutput` knows. */
export const compileOutputNames: NamesOf<CompileOutputOptions> = { ...compileNames, maxBytes: true };
