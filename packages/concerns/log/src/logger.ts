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

/** Creates a logger that passes its lines to one function, except lines of a level that is off. */
export function createLogger(
  isLevelEnabled: (level: string) => boolean,
  write: (level: LogLevel, fields: object, message: string) => void,
): Required<Logger> {
  const line =
    (level: LogLevel) =>
    (fields: object, message: string): void => {
      if (isLevelEnabled(level)) write(level, asFields(fields), message);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error'), isLevelEnabled };
}

/** Fields to write: an error in place of the fields becomes the field `err`, as in pino. */
function asFields(fields: object): object {
  return fields instanceof Error ? { err: fields } : fields;
}
