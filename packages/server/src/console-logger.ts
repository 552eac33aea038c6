import type { Logger } from '@toolwire/core';
import { escapeControls } from '@toolwire/internal';
import { createRedactor } from '@toolwire/log';

/** The default logger: writes warnings and errors to the console, one line each. Fields `level` and `message` are nested in `fields`, because the line has its own. */
export const consoleLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (fields, message) => write('warn', fields, message),
  error: (fields, message) => write('error', fields, message),
};

/** A logger that discards everything. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

// Copies values so that JSON can represent errors and cycles, and masks fields with the name of a secret.
const redactor = createRedactor();

function write(level: 'warn' | 'error', fields: object, message: string): void {
  const line = { level, message };
  const entries = Object.entries<unknown>({ ...fields });
  const hasClash = entries.some(([name]) => Object.hasOwn(line, name));
  const isNested = ([name]: readonly [string, unknown]): boolean =>
    hasClash && (Object.hasOwn(line, name) || name === 'fields');
  const others = Object.fromEntries(entries.filter((entry) => !isNested(entry)));
  const nested = hasClash && { fields: Object.fromEntries(entries.filter(isNested)) };
  console[level](escapeControls(JSON.stringify(redactor.fields({ ...line, ...others, ...nested }))));
}
