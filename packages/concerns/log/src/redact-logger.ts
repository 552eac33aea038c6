import { checkNames, type NamesOf } from '@toolwire/internal';
import type { Logger, LogLevel } from './logger.ts';
import type { Redactor } from './redactor.ts';

/** How the lines of a logger are changed. */
export interface RedactLoggerOptions {
  /** Made when the first line is written, if it is a function. */
  readonly redactor: Redactor | (() => Redactor);
  /** Fields that each line carries besides its own. */
  readonly fields?: object | undefined;
}

const optionNames: NamesOf<RedactLoggerOptions> = { redactor: true, fields: true };

/** The same logger, with secrets masked in all that it writes. Its functions may be taken out of it. */
export function redactLogger(logger: Logger, options: RedactLoggerOptions): Required<Logger> {
  checkNames('redactLogger()', options, optionNames);
  const { redactor, fields: common } = options;
  let made = typeof redactor === 'function' ? undefined : redactor;
  const isLevelEnabled = (level: string): boolean => logger.isLevelEnabled?.(level) ?? true;
  const write =
    (level: LogLevel) =>
    (fields: object, message: string): void => {
      if (!isLevelEnabled(level)) return;
      made ??= typeof redactor === 'function' ? redactor() : redactor;
      // pino takes an error in the place of the fields.
      const own = fields instanceof Error ? { err: fields } : fields;
      logger[level](made.fields({ ...common, ...own }), made.text(String(message)));
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), isLevelEnabled };
}
