/** How a process of the command line ends. */
export const exitCodes = { well: 0, failed: 1, usage: 2, unconnected: 3 } as const;

/** The code of an end. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with a sentence for the user. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** What was typed makes no sense. */
export function usageError(message: string): CliError {
  return new CliError(exitCodes.usage, message);
}

/** The thing that was asked about has failed. */
export function failure(message: string): CliError {
  return new CliError(exitCodes.failed, message);
}

/** There is nobody to ask. */
export function connectionError(message: string, cause?: unknown): CliError {
  return new CliError(exitCodes.unconnected, message, { cause });
}
