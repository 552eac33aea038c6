import type { Call, Logger } from '@toolwire/core';
import type { Notify } from '../rpc/context.ts';
import { notificationText } from '../rpc/json-rpc.ts';
import { isAtLeast, type LogLevel } from '../rpc/log-levels.ts';

/** Progress of one request: numbers that grow, until the answer is out. */
export function createProgressReport(
  token: string | number,
  notify: Notify,
  withMessage: boolean,
): NonNullable<Call['reportProgress']> {
  let last = Number.NEGATIVE_INFINITY;
  return (done, total, message) => {
    // MCP-PROG-02: each number is above the one before; infinity would be no JSON.
    if (!Number.isFinite(done) || done <= last) return;
    last = done;
    const params = {
      // MCP-PROG-01: the token of the request that is being answered.
      progressToken: token,
      progress: done,
      ...(Number.isFinite(total) && { total }),
      ...(withMessage && message !== undefined && { message }),
    };
    notify(notificationText('notifications/progress', JSON.stringify(params)));
  };
}

const levels: Readonly<Record<keyof Logger, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
};

/** Shows a tool's log lines from a level on to the caller of one request. */
export function createLogReport(
  lowest: LogLevel,
  notify: Notify,
  logger: string,
  withFields: boolean,
): NonNullable<Call['reportLog']> {
  return (level, fields, message) => {
    if (!isAtLeast(levels[level], lowest)) return;
    const line = { level: levels[level], logger };
    const params = (withFields && tryStringify({ ...line, data: { message, ...fields } })) || undefined;
    notify(notificationText('notifications/message', params ?? JSON.stringify({ ...line, data: message })));
  };
}

// Fields may hold what is no JSON, and a log line is no reason for a tool to fail.
function tryStringify(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
