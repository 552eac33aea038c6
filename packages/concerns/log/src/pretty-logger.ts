import { checkNames, escapeControls, type NamesOf } from '@toolwire/internal';
import type { Logger, LogLevel } from './logger.ts';
import { copyOf } from './redact-value.ts';

/** How lines are written for people. */
export interface PrettyLoggerOptions {
  /** The least that is written; `debug` if left out. */
  readonly level?: LogLevel | undefined;
  /** Whether the level has a colour; not if left out. `process.stdout.isTTY` is a good answer on Node. */
  readonly colors?: boolean | undefined;
  /** Where lines go; to the console if left out. */
  readonly write?: ((line: string, level: LogLevel) => void) | undefined;
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const colorOf: Readonly<Record<LogLevel, number>> = { debug: 90, info: 32, warn: 33, error: 31 };

const optionNames: NamesOf<PrettyLoggerOptions> = { level: true, colors: true, write: true };

/** A logger for the terminal of who develops: a line for each record, and stacks below. It masks nothing by itself. */
export function prettyLogger(options: PrettyLoggerOptions = {}): Required<Logger> {
  checkNames('prettyLogger()', options, optionNames);
  const { level: least = 'debug', colors = false, write = toConsole } = options;
  const isLevelEnabled = (level: string): boolean => levels.indexOf(level as LogLevel) >= levels.indexOf(least);
  const line =
    (level: LogLevel) =>
    (fields: object, message: string): void => {
      if (isLevelEnabled(level)) write(format(level, fields, message, colors), level);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error'), isLevelEnabled };
}

function format(level: LogLevel, fields: object, message: string, colors: boolean): string {
  const time = new Date().toISOString().slice(11, 23);
  const name = level.toUpperCase().padEnd(5);
  const shown = colors ? `\u001B[${colorOf[level]}m${name}\u001B[39m` : name;
  const stacks: string[] = [];
  const rest = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${escapeControls(key)}=${formatValue(value, stacks)}`);
  return [`${time} ${shown} ${escapeControls(message)}${rest.join('')}`, ...stacks].join('\n');
}

/** Texts that are a word stay as they are; the stack of an error goes below the line. */
function formatValue(value: unknown, stacks: string[]): string {
  if (typeof value === 'string') return /^[\w.@:/[\]-]+$/.test(value) ? value : escapeControls(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return escapeControls(String(value));
  if (!('stack' in value) || typeof value.stack !== 'string') return json(value);
  stacks.push(...value.stack.split('\n').map((row) => `    ${escapeControls(row)}`));
  return 'message' in value && typeof value.message === 'string'
    ? escapeControls(JSON.stringify(value.message))
    : '"an error"';
}

/** As JSON, even where a part of the value has no form in JSON. */
function json(value: object): string {
  try {
    return escapeControls(JSON.stringify(value));
  } catch {
    return escapeControls(String(JSON.stringify(copyOf(value))));
  }
}

function toConsole(line: string, level: LogLevel): void {
  console[level](line);
}
