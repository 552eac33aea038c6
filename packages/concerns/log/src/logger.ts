/** A logger with pino's interface: fields first, then the message. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Returns whether a level is written, so that no work is done for skipped lines. */
  isLevelEnabled?(level: string): boolean;
}

/** The severity of a line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Fields to write: an error in place of the fields becomes the field `err`, as in pino. */
export function asFields(fields: object): object {
  return fields instanceof Error ? { err: fields } : fields;
}
