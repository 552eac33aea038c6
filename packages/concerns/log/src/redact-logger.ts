import { checkNames, type NamesOf, type Redactor } from '@toolwire/internal';
import { createLogger, type Logger } from './logger.ts';

/** Options of `redactLogger()`. */
export interface RedactLoggerOptions {
  /** Masks the fields and the message of each line. */
  readonly redactor: Redactor;
  /** Fields to add to each line. */
  readonly fields?: object | undefined;
}

const optionNames: NamesOf<RedactLoggerOptions> = { redactor: true, fields: true };

/** Wraps a logger so that it masks secrets in everything it writes. Its methods don't need `this`. */
export function redactLogger(logger: Logger, options: RedactLoggerOptions): Required<Logger> {
  checkNames('redactLogger()', options, optionNames);
  const { redactor, fields } = options;
  return createRedactLogger(logger, () => redactor, fields);
}

/** Wraps a logger with a redactor that is created before the first line. */
export function createRedactLogger(
  logger: Logger,
  createRedactor: () => Redactor,
  commonFields: object = {},
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
