import type { Logger, ReportLog, ToolLogger } from '@toolwire/core';
import { isToolError } from '@toolwire/errors';
import { createRedactorFor, type Redactor, redactedFields } from '@toolwire/internal';

/** Where the log lines of one run go. */
export interface ToolLoggerOptions {
  /** Fields of every line. */
  readonly common?: object | undefined;
  /** Sends each line to the caller as well. */
  readonly report?: ReportLog | undefined;
  /** The secrets to mask; read when the first line is written. */
  readonly secrets: () => readonly string[];
}

/**
 * A logger for a tool. Like pino, it accepts an error or a sentence in place of fields. Lines are copies with secrets masked, and a line
 * that fails never fails the call.
 */
export function toolLogger(logger: Logger, { common, report, secrets }: ToolLoggerOptions): ToolLogger {
  let forLog: Redactor | undefined;
  let forCaller: Redactor | undefined;

  const write = (level: keyof Logger, value: unknown, messageValue: unknown): void => {
    forLog ??= createRedactorFor(redactedFields(), secrets());
    const line = lineOf(value, messageValue);
    const fields = { ...forLog.fields(common ?? {}), ...forLog.fields(line.fields) };
    logger[level](fields, forLog.text(line.message));
    if (report === undefined) return;
    // Callers see no secrets and no messages of unexpected errors (MCP-LOG-03).
    forCaller ??= createRedactorFor(redactedFields(), secrets(), 'name');
    report(level, forCaller.fields(line.fields), forCaller.text(line.forCaller));
  };
  const logAt =
    (level: keyof Logger) =>
    (value: unknown, messageValue?: string): void => {
      try {
        write(level, value, messageValue);
      } catch {
        // The logger failed, or a value throws when it is read. A log line must not fail the call.
      }
    };
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
}

interface Line {
  readonly fields: object;
  readonly message: string;
  readonly forCaller: string;
}

function lineOf(value: unknown, messageValue: unknown): Line {
  const fields = fieldsOf(value, messageValue);
  if (messageValue !== undefined) return { fields, message: textOf(messageValue), forCaller: textOf(messageValue) };
  if (typeof value === 'string') return { fields, message: value, forCaller: value };
  if (!isError(value)) return { fields, message: '', forCaller: '' };
  const message = messageOf(value);
  return { fields, message, forCaller: isToolError(value) ? message : 'An error' };
}

/** Without a message, a string is the message. Other values without named fields become a field. */
function fieldsOf(value: unknown, messageValue: unknown): object {
  if (isError(value)) return { err: value };
  if (typeof value === 'object' && value !== null && hasNamedFields(value)) return value;
  const isMessage = typeof value === 'string' && messageValue === undefined;
  return value === undefined || isMessage ? {} : { value };
}

/** `instanceof` throws for a revoked proxy, which is then not an error: the rest of the line is still written. */
function isError(value: unknown): value is Error {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}

function hasNamedFields(value: object): boolean {
  try {
    return ![Array, Date, Map, Set].some((type) => value instanceof type);
  } catch {
    return true;
  }
}

function messageOf(error: Error): string {
  try {
    return textOf(error.message);
  } catch {
    return '';
  }
}

// Plain JavaScript may pass a value that is not a string.
function textOf(messageValue: unknown): string {
  return typeof messageValue === 'string' ? messageValue : `[${typeof messageValue}]`;
}
