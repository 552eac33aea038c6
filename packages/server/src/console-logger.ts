import type { Logger } from '@toolwire/core';
import { escapeControls } from '@toolwire/internal';
import { createRedactor } from '@toolwire/log';

/** The default logger: writes warnings and errors to the console, one line each. */
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
  // A field named like a part of the line is written under another name.
  const others = Object.entries<unknown>({ ...fields }).map(
    ([name, value]) => [Object.hasOwn(line, name) ? `fields.${name}` : name, value] as const,
  );
  console[level](escapeControls(JSON.stringify(redactor.fields({ ...line, ...Object.fromEntries(others) }))));
}
