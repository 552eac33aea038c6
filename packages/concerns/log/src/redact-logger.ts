import { checkNames, type NamesOf } from '@toolwire/internal';
import { createLogger, type Logger } from './logger.ts';
import type { Redactor } from './redactor.ts';

/** Options of `redactLogger()`. */
export interface RedactLoggerOptions {
  /** The redactor, or a function that creates it before the first line. */
  readonly redactor: Redactor | (() => Redactor);
  /** Fields to add to each line. */
  readonly fields?: object | undefined;
}

const optionNames: NamesOf<RedactLoggerOptions> = { redactor: true, fields: true };

/** Wraps a logger so that it masks secrets in everything it writes. Its methods don't need `this`. */
export function redactLogger(logger: Logger, options: RedactLoggerOptions): Required<Logger> {
  checkNames('redactLogger()', options, optionNames);
  const { redactor, fields: common = {} } = options;
  let created = typeof redactor === 'function' ? undefined : redactor;
  return createLogger(
    (level) => logger.isLevelEnabled?.(level) ?? true,
    (level, fields, message) => {
      created ??= typeof redactor === 'function' ? redactor() : redactor;
      // Separately, because a spread calls getters, which may throw.
      const line = { ...created.fields(common), ...created.fields(fields) };
      logger[level](line, created.text(String(message)));
    },
  );
}
