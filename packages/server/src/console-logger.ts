import type { Logger } from '@toolwire/core';
import { escapeControls } from '@toolwire/internal';
import { createRedactor } from '@toolwire/log';

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

// Copies values so that JSON can hold them, errors and cycles among them, and masks fields that are named like a secret.
const readable = createRedactor();

function write(level: 'warn' | 'error', fields: object, message: string): void {
  console[level](escapeControls(JSON.stringify(readable.fields({ level, message, ...fields }))));
}
