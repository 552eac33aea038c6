import type { Logger } from '@toolwire/core';

/** The same logger, with fields that every one of its lines carries. */
export function withFields(logger: Logger, common: object): Logger {
  return {
    debug: (fields, message) => logger.debug({ ...common, ...fields }, message),
    info: (fields, message) => logger.info({ ...common, ...fields }, message),
    warn: (fields, message) => logger.warn({ ...common, ...fields }, message),
    error: (fields, message) => logger.error({ ...common, ...fields }, message),
  };
}
