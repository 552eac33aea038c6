import { type ExitCode, exitCodes } from './exit-code.ts';

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

/** The arguments are invalid. */
export function usageError(message: string): CliError {
  return new CliError(exitCodes.usage, message);
}

/** The command failed. */
export function failure(message: string): CliError {
  return new CliError(exitCodes.failed, message);
}

/** The connection failed. */
export function connectionError(message: string, cause?: unknown): CliError {
  return new CliError(exitCodes.unconnected, message, { cause });
}

/** The message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whether an error of a toolwire package is about an invalid option, such as credentials for plain http. */
export function isStartupError(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('TW_');
}
