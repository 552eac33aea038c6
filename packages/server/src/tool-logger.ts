import type { Logger, ReportLog, ToolLogger } from '@toolwire/core';

/** Where the lines of one run go. */
export interface ToolLoggerOptions {
  /** Fields that every line carries. */
  readonly common?: object | undefined;
  /** Shows each line to the caller as well. */
  readonly report?: ReportLog | undefined;
}

/** A logger for a tool: takes errors and sentences in the place of fields, as pino does, for loggers that do not. */
export function toolLogger(logger: Logger, { common, report }: ToolLoggerOptions): ToolLogger {
  const at =
    (level: keyof Logger) =>
    (about: unknown, given?: string): void => {
      const fields = fieldsOf(about, given);
      const message = given ?? (typeof about === 'string' ? about : about instanceof Error ? about.message : '');
      logger[level]({ ...common, ...fields }, message);
      report?.(level, fields, message);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function fieldsOf(about: unknown, message: string | undefined): object {
  if (about instanceof Error) return { err: about };
  if (typeof about === 'object' && about !== null) return about;
  // A sentence alone has no fields; whatever else came with one is not lost.
  return about === undefined || message === undefined ? {} : { value: about };
}
