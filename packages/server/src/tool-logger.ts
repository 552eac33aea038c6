import type { Logger, ReportLog, ToolLogger } from '@toolwire/core';
import { isToolError } from '@toolwire/errors';
import { createRedactor, type Redactor } from '@toolwire/log';

/** Where the lines of one run go. */
export interface ToolLoggerOptions {
  /** Fields that every line carries. */
  readonly common?: object | undefined;
  /** Shows each line to the caller as well. */
  readonly report?: ReportLog | undefined;
  /** What no line may show; looked up when the first is written. */
  readonly secrets: () => readonly string[];
}

/**
 * A logger for a tool: takes errors and sentences in the place of fields, as pino does, for loggers that do not. Its lines are
 * copies without secrets; none costs its tool the call, whatever stands in it.
 */
export function toolLogger(logger: Logger, { common, report, secrets }: ToolLoggerOptions): ToolLogger {
  let forLog: Redactor | undefined;
  let forCaller: Redactor | undefined;

  const write = (level: keyof Logger, about: unknown, given: unknown): void => {
    forLog ??= createRedactor({ secrets: secrets() });
    const line = lineOf(about, given);
    const fields = { ...forLog.fields(common ?? {}), ...forLog.fields(line.fields) };
    logger[level](fields, forLog.text(line.message));
    if (report === undefined) return;
    // MCP-LOG-03: no secrets, and what errors say is for the log: their callers read what a tool has written for them.
    forCaller ??= createRedactor({ secrets: secrets(), errors: 'name' });
    report(level, forCaller.fields(line.fields), forCaller.text(line.forCaller));
  };
  const at =
    (level: keyof Logger) =>
    (about: unknown, given?: string): void => {
      try {
        write(level, about, given);
      } catch {
        // The logger itself, or a proxy that nobody can look at: what the tool has done must not fail for a line about it.
      }
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

interface Line {
  readonly fields: object;
  readonly message: string;
  readonly forCaller: string;
}

function lineOf(about: unknown, given: unknown): Line {
  const fields = fieldsOf(about, given);
  if (given !== undefined) return { fields, message: textOf(given), forCaller: textOf(given) };
  if (typeof about === 'string') return { fields, message: about, forCaller: about };
  if (!isError(about)) return { fields, message: '', forCaller: '' };
  const message = messageOf(about);
  return { fields, message, forCaller: isToolError(about) ? message : 'An error' };
}

function fieldsOf(about: unknown, given: unknown): object {
  if (isError(about)) return { err: about };
  if (typeof about === 'object' && about !== null) return about;
  // A sentence alone has no fields; whatever else came with one is not lost.
  return about === undefined || given === undefined ? {} : { value: about };
}

function isError(about: unknown): about is Error {
  try {
    return about instanceof Error;
  } catch {
    return false;
  }
}

function messageOf(error: Error): string {
  try {
    return textOf(error.message);
  } catch {
    return '';
  }
}

// The types refuse what is no text; plain JavaScript does not.
function textOf(given: unknown): string {
  return typeof given === 'string' ? given : `[${typeof given}]`;
}
