import type { MaybePromise } from '@toolwire/core';
import type { ReportThrown } from '@toolwire/core/internal';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { ListeningServer } from './listen.ts';
import { readSignalTimes, type SignalTimes } from './shutdown-times.ts';

/** Options of `closeOnSignals()`. */
export interface CloseOnSignalsOptions extends SignalTimes {
  /** Runs between the last response and the exit, for example to flush traces. May be async. */
  readonly onClosed?: (() => MaybePromise<unknown>) | undefined;
}

/** npm and Docker forward a signal that the process also receives itself. A repetition this soon is the same signal. */
const repeatedSignalMs = 500;

/** The names of these options. */
export const signalOptionNames: NamesOf<CloseOnSignalsOptions> = {
  graceMs: true,
  deadlineMs: true,
  hardLimitMs: true,
  onClosed: true,
};

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Throws for invalid options of `closeOnSignals()`, for functions that start something first. */
export function checkSignalOptions(options: CloseOnSignalsOptions): void {
  checkNames('closeOnSignals()', options, signalOptionNames);
  readSignalTimes(options);
}

/**
 * Shuts the process down on SIGTERM and SIGINT. The exit code is 0 after every response and `onClosed`, and 1 after an error or the hard limit.
 * Returns a function that removes the listeners. A shutdown that has begun goes on, and keeps them.
 */
export function closeOnSignals(
  { close, report }: Pick<ListeningServer, 'close' | 'report'>,
  options: CloseOnSignalsOptions = {},
): () => void {
  checkNames('closeOnSignals()', options, signalOptionNames);
  const { graceMs, deadlineMs, hardLimitMs } = readSignalTimes(options);
  const { onClosed = () => undefined } = options;
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
    // Without its listeners, a repeated signal would end the process at once.
    if (stoppingSince !== undefined) return;
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
