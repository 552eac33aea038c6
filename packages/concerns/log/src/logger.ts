import type { Redactor } from '@toolwire/internal';

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

/** Creates a logger that passes its lines to one function, except lines of a disabled level. */
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

/** Wraps a logger so that it masks secrets in the fields and the message of each line. Its methods don't need `this`. */
export function redactLogger(logger: Logger, redactor: Redactor): Required<Logger> {
  return createRedactLogger(logger, () => redactor, {});
}

/** Wraps a logger with a redactor that is created before the first line. `commonFields` are added to each line. */
export function createRedactLogger(
  logger: Logger,
  createRedactor: () => Redactor,
  commonFields: object,
): Required<Logger> {
  let redactor: Redactor | undefined;
  return createLogger(
    (level) => logger.isLevelEnabled?.(level) ?? true,
    (level, fields, message) => {
      redactor ??= createRedactor();
      // Separately, because a spread calls getters, which may throw.
      const line = { ...redactor.fields(commonFields), ...redactor.fields(fields) };
      logger[level](line, redactor.text(String(message)));
    },
  );
}
