import type { Call, Logger } from '@toolwire/core';
import { isAtLeast, type LogLevel } from '../json-rpc/message.ts';
import { notificationText } from '../json-rpc/notifications.ts';
import type { Notify } from '../json-rpc/requests.ts';
import type { Revision } from '../json-rpc/revisions.ts';

/** The reports of a running call to its client. `undefined` for a report that the client doesn't receive. */
type CallReports = Pick<Call, 'reportProgress' | 'reportLog'>;

/** The call, and what its client receives while it runs. */
interface ReportOptions {
  readonly toolName: string;
  readonly revision: Pick<Revision, 'progressMessage'>;
  readonly progressToken: string | number | undefined;
  /** The lowest severity of log lines that the client receives. `undefined` if it has requested none. */
  readonly logLevel: LogLevel | undefined;
  /** Whether the server sends log lines. */
  readonly logging: boolean;
  /** Sends messages before the response. */
  readonly notify: Notify;
}

/** Creates the reports of a call. Progress needs a token of the client, and log lines a severity. MCP-LOG-02 */
export function createCallReports(options: ReportOptions): CallReports {
  const { toolName, revision, progressToken, logLevel, logging, notify } = options;
  return {
    reportProgress:
      progressToken === undefined ? undefined : createProgressReport(progressToken, notify, revision.progressMessage),
    reportLog: logging && logLevel !== undefined ? createLogReport(logLevel, notify, toolName) : undefined,
  };
}

/**
 * Reports the progress of one request in increasing numbers. Each report is sent; a slow reader loses some. `notify` sends nothing after the
 * response: see `lazy-stream.ts`, `running-requests.ts` and `create-responder.ts`.
 */
function createProgressReport(
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
    notify(notificationText(progressMethod, JSON.stringify(params)));
  };
}

const progressMethod = 'notifications/progress';
const progressStart = notificationText(progressMethod, '').slice(0, -1);

/** Whether an outgoing text is a progress report. */
export function isProgressReport(text: string): boolean {
  return text.startsWith(progressStart);
}

const levels: Readonly<Record<keyof Logger, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
};

/** Sends the log messages of a tool from a severity upwards to the caller, without their fields. */
function createLogReport(lowest: LogLevel, notify: Notify, logger: string): NonNullable<Call['reportLog']> {
  return (level, _fields, message) => {
    if (!isAtLeast(levels[level], lowest)) return;
    notify(notificationText('notifications/message', JSON.stringify({ level: levels[level], logger, data: message })));
  };
}
