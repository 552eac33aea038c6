export type { Redactor } from '@toolwire/internal';
export { type PrettyLoggerOptions, prettyLogger } from './pretty-logger.ts';
export { type RedactLoggerOptions, redactLogger } from './redact-logger.ts';
export { createRedactor, type RedactorOptions } from './redactor-options.ts';
export { sensitiveValues } from './sensitive-values.ts';
