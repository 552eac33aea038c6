import { checkNames, checkNumber, maxTimerMs, type NamesOf, type NumberRule, StartupError } from '@toolwire/internal';

/** The times of a graceful shutdown. */
export interface CloseOptions {
  /**
   * How long to accept calls while unhealthy, in milliseconds; longer than a load balancer's probe interval. 0 by default. On signals 1000 by
   * default, and always 0 for SIGINT: Ctrl-C has no load balancer.
   */
  readonly graceMs?: number | undefined;
  /** How long running calls may take after that, before their signals abort; 8000 by default, on signals 7000. */
  readonly deadlineMs?: number | undefined;
}

/** The times of a shutdown by a signal. */
export interface SignalTimes extends CloseOptions {
  /** The hard limit after the signal, in milliseconds; then the process exits with 1. By default 2000 more than `graceMs` and `deadlineMs`. */
  readonly hardLimitMs?: number | undefined;
}

export const defaultDeadlineMs = 8000;
/** The time between the deadline and the hard limit, for the last responses and `onClosed`. */
const afterDeadlineMs = 2000;
/** How long interrupted calls may take to respond, in milliseconds. */
export const lastResponsesMs = 500;

const closeOptionNames: NamesOf<CloseOptions> = { graceMs: true, deadlineMs: true };
const shutdownTime: NumberRule = { unit: 'milliseconds', from: 0, to: maxTimerMs - lastResponsesMs };

/** Throws for unknown options, and for times that are too long for a timer. */
export function checkCloseOptions(functionName: string, options: CloseOptions | undefined): void {
  checkNames(functionName, options, closeOptionNames);
  checkShutdownTimes(options ?? {});
}

/** Throws for times that are too long for a timer, which would fire at once. */
export function checkShutdownTimes({ graceMs = 0, deadlineMs = 0, hardLimitMs = 0 }: SignalTimes): void {
  for (const [name, ms] of Object.entries({ graceMs, deadlineMs, hardLimitMs })) checkNumber(name, ms, shutdownTime);
}

/** Reads the times of a shutdown by a signal. Throws for a hard limit that would cut off calls before the deadline. */
export function readSignalTimes(options: SignalTimes): Record<'graceMs' | 'deadlineMs' | 'hardLimitMs', number> {
  checkShutdownTimes(options);
  const { graceMs = 1000, deadlineMs = 7000, hardLimitMs } = options;
  const callsMs = graceMs + deadlineMs;
  if (hardLimitMs !== undefined && hardLimitMs < callsMs) {
    throw new StartupError(
      'TW_OPTION_NUMBER',
      `hardLimitMs must be at least graceMs + deadlineMs (${callsMs}), got ${hardLimitMs}.`,
    );
  }
  return { graceMs, deadlineMs, hardLimitMs: hardLimitMs ?? Math.min(callsMs + afterDeadlineMs, maxTimerMs) };
}
