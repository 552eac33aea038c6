import type { Logger } from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';

/** A logger for those who bring none: warnings and errors to the console, one line each, and nothing else. */
export const consoleLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (fields, message) => write('warn', fields, message),
  error: (fields, message) => write('error', fields, message),
};

/** A logger that says nothing. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function write(level: 'warn' | 'error', fields: object, message: string): void {
  // As JSON, an error would be an empty object.
  const readable = (_name: string, value: unknown): unknown => (value instanceof Error ? describeThrown(value) : value);
  console[level](JSON.stringify({ level, message, ...fields }, readable));
}
