import type { CallResult } from '@toolwire/client';
import { isServerUnreachable } from '@toolwire/internal';

/** Ends a command with a message for the user. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The server requires credentials, or others than it got. */
export class AuthenticationRequired extends CliError {
  constructor(message: string) {
    super(exitCodes.failed, message);
  }
}

/** The server did not receive the request, which can therefore be sent again. */
export class NotDelivered extends CliError {
  /** The server is reachable, but the session no longer exists. */
  readonly isSessionOver: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isSessionOver?: boolean } = {}) {
    super(exitCodes.unconnected, message, options);
    this.isSessionOver = options.isSessionOver === true;
  }
}

export class ResponseTimeout extends CliError {
  constructor(server: string, cause?: unknown) {
    super(exitCodes.unconnected, `${server} did not respond within the timeout.`, { cause });
  }
}

/** Converts the error of a request without a response. `NotDelivered` if the server can't have received it. */
export function requestError(message: string, cause: unknown): CliError {
  return isServerUnreachable(cause) ? new NotDelivered(message, { cause }) : connectionError(message, cause);
}

export function usageError(message: string): CliError {
  return new CliError(exitCodes.usage, message);
}

export function failure(message: string): CliError {
  return new CliError(exitCodes.failed, message);
}

export function connectionError(message: string, cause?: unknown): CliError {
  return new CliError(exitCodes.unconnected, message, { cause });
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whether an error of a toolwire package is about an invalid option, such as credentials for plain http. */
export function isStartupError(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('TW_');
}

/** The exit codes of every command. One that the user stops may also exit with `interrupted`. */
export const exitCodes = {
  success: 0,
  /** The command or the tool failed. */
  failed: 1,
  /** The arguments are invalid. */
  usage: 2,
  /** There was no connection to the server, or no response. */
  unconnected: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of shells for SIGINT. */
export const interrupted = 130;

export function exitCodeOf(result: CallResult): ExitCode {
  if (result.kind === 'value') return exitCodes.success;
  const hasNoResponse = result.kind === 'refused' && (result.code === 'unreachable' || result.code === 'timeout');
  return hasNoResponse ? exitCodes.unconnected : exitCodes.failed;
}
