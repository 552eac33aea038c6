import { checkNames, type NamesOf } from '@toolwire/internal';
import { asFields, type Logger, type LogLevel } from './logger.ts';
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
  const { redactor, fields: common } = options;
  let created = typeof redactor === 'function' ? undefined : redactor;
  const isLevelEnabled = (level: string): boolean => logger.isLevelEnabled?.(level) ?? true;
  const write =
    (level: LogLevel) =>
    (fields: object, message: string): void => {
      if (!isLevelEnabled(level)) return;
      created ??= typeof redactor === 'function' ? redactor() : redactor;
      logger[level](created.fields({ ...common, ...asFields(fields) }), created.text(String(message)));
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), isLevelEnabled };
}
