import type { Logger, ReportLog } from '@toolwire/core';

/** The same logger, with fields that every one of its lines carries. */
export function withFields(logger: Logger, common: object): Logger {
  return {
    debug: (fields, message) => logger.debug({ ...common, ...fields }, message),
    info: (fields, message) => logger.info({ ...common, ...fields }, message),
    warn: (fields, message) => logger.warn({ ...common, ...fields }, message),
    error: (fields, message) => logger.error({ ...common, ...fields }, message),
  };
}

/** Writes each line to the log and shows it to the caller as well. */
export function bothLogs(logger: Logger, report: ReportLog): Logger {
  const both =
    (level: keyof Logger) =>
    (fields: object, message: string): void => {
      logger[level](fields, message);
      report(level, fields, message);
    };
  return { debug: both('debug'), info: both('info'), warn: both('warn'), error: both('error') };
}
