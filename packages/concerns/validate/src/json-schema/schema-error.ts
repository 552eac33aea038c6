import { hasMark, StartupError } from '@toolwire/internal';

// Symbol.for, so that several copies of this package recognize each other's errors.
const mark = Symbol.for('toolwire.schema-error');

/** What is wrong with a schema, as a stable code. */
type SchemaErrorCode =
  | 'TW_SCHEMA_DESCRIPTION'
  | 'TW_SCHEMA_EMPTY'
  | 'TW_SCHEMA_INVALID'
  | 'TW_SCHEMA_NO_CODE_GENERATION'
  | 'TW_SCHEMA_NO_CONVERTER'
  | 'TW_SCHEMA_NO_VALIDATOR'
  | 'TW_SCHEMA_NOT_A_SCHEMA'
  | 'TW_SCHEMA_NOT_OBJECT'
  | 'TW_SCHEMA_REFERENCE'
  | 'TW_SCHEMA_TOO_LARGE'
  | 'TW_SCHEMA_UNEVALUATED'
  | 'TW_SCHEMA_UNREPRESENTABLE';

/** A schema that can't be served. Thrown at definition, with the fix in its message. */
export class SchemaError extends StartupError<SchemaErrorCode> {
  override readonly name: string = 'SchemaError';
  /** The field, such as `filter.tags[].name`; empty for the schema itself. */
  readonly path: string;

  constructor(code: SchemaErrorCode, message: string, path: string = '', options?: ErrorOptions) {
    super(code, message, options);
    this.path = path;
    Object.defineProperty(this, mark, { value: true });
  }
}

/** Recognizes a `SchemaError` of any copy of this package; never throws. */
export function isSchemaError(value: unknown): value is SchemaError {
  return hasMark(value, mark);
}
