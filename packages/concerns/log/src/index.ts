export type { Redactor } from '@toolwire/internal';
export { redactLogger } from './logger.ts';
export { type PrettyLoggerOptions, prettyLogger } from './pretty-logger.ts';
export { createRedactor, type RedactorOptions } from './redactor.ts';
export { sensitiveValues } from './sensitive-values.ts';
