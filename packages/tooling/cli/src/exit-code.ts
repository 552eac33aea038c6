import type { CallResult } from '@toolwire/client';

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

/** Returns the exit code of a call. */
export function exitCodeOf(result: CallResult): ExitCode {
  if (result.kind === 'value') return exitCodes.success;
  const hasNoResponse = result.kind === 'refused' && (result.code === 'unreachable' || result.code === 'timeout');
  return hasNoResponse ? exitCodes.unconnected : exitCodes.failed;
}
