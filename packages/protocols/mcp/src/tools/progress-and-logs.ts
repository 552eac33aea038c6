import type { Call, Logger } from '@toolwire/core';
import { notificationText } from '../json-rpc/json-rpc.ts';
import { isAtLeast, type LogLevel } from '../json-rpc/message.ts';
import type { Notify } from '../json-rpc/message-context.ts';

/** Reports the progress of one request in increasing numbers, until the response is sent. Each report is sent; a slow reader loses some. */
export function createProgressReport(
  token: string | number,
  notify: Notify,
  withMessage: boolean,
): NonNullable<Call['reportProgress']> {
  let last = Number.NEGATIVE_INFINITY;
  return (done, total, message) => {
    // Values must increase, and JSON can't represent infinity. MCP-PROG-02
    if (!Number.isFinite(done) || done <= last) return;
    last = done;
    const params = {
      // The token of the request. MCP-PROG-01
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

/** Sends the log messages of a tool from a severity upwards to the caller, without their fields. */
export function createLogReport(lowest: LogLevel, notify: Notify, logger: string): NonNullable<Call['reportLog']> {
  return (level, _fields, message) => {
    if (!isAtLeast(levels[level], lowest)) return;
    notify(notificationText('notifications/message', JSON.stringify({ level: levels[level], logger, data: message })));
  };
}
