export type { Redactor } from '@toolwire/internal';
export { type RedactLoggerOptions, redactLogger } from './logger.ts';
export { type PrettyLoggerOptions, prettyLogger } from './pretty-logger.ts';
export { createRedactor, type RedactorOptions } from './redactor-options.ts';
export { sensitiveValues } from './sensitive-values.ts';
