import type { MaybePromise } from '@toolwire/core';
import type { ReportThrown } from '@toolwire/core/internal';
import { checkNames, maxTimerMs, type NamesOf, StartupError } from '@toolwire/internal';
import { type CloseOptions, checkShutdownTimes } from './close-server.ts';
import type { ListeningServer } from './listen.ts';

/** Options of `closeOnSignals()`. */
export interface CloseOnSignalsOptions extends CloseOptions {
  /** As in `CloseOptions`, but 1000 by default, and 0 for SIGINT: Ctrl-C has no load balancer. */
  readonly graceMs?: number | undefined;
  /** As in `CloseOptions`, but 7000 by default. */
  readonly deadlineMs?: number | undefined;
  /** SIGTERM and SIGINT by default. */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
  /** The hard limit after the signal, in milliseconds; then the process exits with 1. By default 2000 more than `graceMs` and `deadlineMs`. */
  readonly hardLimitMs?: number | undefined;
  /** Runs between the last response and the exit, for example to flush traces. May be async. */
  readonly onClosed?: (() => MaybePromise<unknown>) | undefined;
}

// `closeServer()` without signals has other defaults.
const defaultGraceMs = 1000;
const defaultDeadlineMs = 7000;
/** The time between the deadline and the hard limit, for the last responses and `onClosed`. */
const afterDeadlineMs = 2000;

/** npm and Docker forward a signal that the process also receives itself. A repetition this soon is the same signal. */
const repeatedSignalMs = 500;

/** The names of these options. */
export const signalOptionNames: NamesOf<CloseOnSignalsOptions> = {
  graceMs: true,
  deadlineMs: true,
  signals: true,
  hardLimitMs: true,
  onClosed: true,
};

/** Throws for invalid options of `closeOnSignals()`, for functions that start something first. */
export function checkSignalOptions(options: CloseOnSignalsOptions): void {
  checkNames('closeOnSignals()', options, signalOptionNames);
  readSignalTimes(options);
}

/** Reads the times of a shutdown by a signal. Throws for a hard limit that would cut off calls before the deadline. */
export function readSignalTimes(
  options: Omit<CloseOnSignalsOptions, 'signals'>,
): Record<'graceMs' | 'deadlineMs' | 'hardLimitMs', number> {
  checkShutdownTimes(options);
  const { graceMs = defaultGraceMs, deadlineMs = defaultDeadlineMs, hardLimitMs } = options;
  const callsMs = graceMs + deadlineMs;
  if (hardLimitMs !== undefined && hardLimitMs < callsMs) {
    throw new StartupError(
      'TW_OPTION_NUMBER',
      `hardLimitMs must be at least graceMs + deadlineMs (${callsMs}), got ${hardLimitMs}.`,
    );
  }
  return { graceMs, deadlineMs, hardLimitMs: hardLimitMs ?? Math.min(callsMs + afterDeadlineMs, maxTimerMs) };
}

/**
 * Shuts the process down on signals. The exit code is 0 after every response and `onClosed`, and 1 after an error or the hard limit.
 * Returns a function that removes the listeners and the hard limit.
 */
export function closeOnSignals(
  { close, report }: Pick<ListeningServer, 'close' | 'report'>,
  options: CloseOnSignalsOptions = {},
): () => void {
  checkNames('closeOnSignals()', options, signalOptionNames);
  const { graceMs, deadlineMs, hardLimitMs } = readSignalTimes(options);
  const { signals = ['SIGTERM', 'SIGINT'], onClosed = () => undefined } = options;
  let hardLimit: NodeJS.Timeout | undefined;
  const end = async (grace: number): Promise<void> => {
    const closes = (): Promise<void> => close({ graceMs: grace, deadlineMs });
    const isClosed = await succeeds(closes, 'Shutdown failed; exiting with 1', report);
    const isDone = await succeeds(onClosed, 'The onClosed callback failed', report);
    clearTimeout(hardLimit);
    process.exit(isClosed && isDone ? 0 : 1);
  };
  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      // A second signal means: exit now.
      if (performance.now() - stoppingSince >= repeatedSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    hardLimit = setTimeout(() => process.exit(1), hardLimitMs).unref();
    void end(signal === 'SIGINT' ? 0 : graceMs);
  };
  for (const signal of signals) process.on(signal, stop);
  return () => {
    clearTimeout(hardLimit);
    for (const signal of signals) process.off(signal, stop);
  };
}

async function succeeds(
  step: () => MaybePromise<unknown>,
  failure: string,
  report: ReportThrown | undefined,
): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (thrown) {
    report?.(thrown, failure);
    return false;
  }
}
