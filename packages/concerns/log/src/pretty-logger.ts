import { checkNames, copyValue, escapeControls, type NamesOf } from '@toolwire/internal';
import { createLogger, type Logger, type LogLevel } from './logger.ts';

/** Options of `prettyLogger()`. */
export interface PrettyLoggerOptions {
  /** Writes a line; to the console by default. */
  readonly write?: ((line: string, level: LogLevel) => void) | undefined;
}

const optionNames: NamesOf<PrettyLoggerOptions> = { write: true };

/** Creates a logger for the terminal during development: one line per record, with stacks below. It does not mask secrets. */
export function prettyLogger(options: PrettyLoggerOptions = {}): Required<Logger> {
  checkNames('prettyLogger()', options, optionNames);
  const { write = toConsole } = options;
  return createLogger(
    () => true,
    (level, fields, message) => write(format(level, fields, message), level),
  );
}

function format(level: LogLevel, fields: object, message: string): string {
  const time = new Date().toISOString().slice(11, 23);
  const name = level.toUpperCase().padEnd(5);
  const stacks: string[] = [];
  const rest = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${escapeControls(key)}=${formatValue(value, stacks)}`);
  return [`${time} ${name} ${escapeControls(message)}${rest.join('')}`, ...stacks].join('\n');
}

/** Single words are not quoted; the stacks of an error and its causes go below the line. */
function formatValue(value: unknown, stacks: string[]): string {
  if (typeof value === 'string') return /^[\w.@:/[\]-]+$/.test(value) ? value : escapeControls(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return escapeControls(String(value));
  if (!hasStack(value)) return json(value);
  stacks.push(...stackRows(value));
  return 'message' in value && typeof value.message === 'string'
    ? escapeControls(JSON.stringify(value.message))
    : '"an error"';
}

interface WithStack {
  readonly stack: string;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

function hasStack(value: unknown): value is WithStack {
  return typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string';
}

/** A limit, because an error can cause itself. */
const maxCauses = 5;

/** The stack of an error, then its causes and the errors of an `AggregateError`. */
function stackRows(error: WithStack): readonly string[] {
  const shown: { readonly start: string; readonly value: unknown }[] = [{ start: '', value: error }];
  for (const { value } of shown) {
    if (shown.length > maxCauses) break;
    if (!hasStack(value)) continue;
    const { cause, errors } = value;
    if (cause !== undefined) shown.push({ start: 'Caused by: ', value: cause });
    const contained: readonly unknown[] = Array.isArray(errors) ? errors.slice(0, maxCauses) : [];
    for (const inner of contained) shown.push({ start: 'Contains: ', value: inner });
  }
  return shown.slice(0, maxCauses + 1).flatMap(({ start, value }) => causeRows(`${start}${causeText(value)}`));
}

function causeRows(text: string): readonly string[] {
  return text.split('\n').map((row) => `    ${escapeControls(row)}`);
}

function causeText(value: unknown): string {
  if (hasStack(value)) return value.stack;
  return typeof value === 'object' && value !== null ? json(value) : String(value);
}

/** As JSON, even if a part of the value can't be serialized. */
function json(value: object): string {
  try {
    return escapeControls(JSON.stringify(value));
  } catch {
    return escapeControls(String(JSON.stringify(copyValue(value))));
  }
}

function toConsole(line: string, level: LogLevel): void {
  console[level](line);
}
