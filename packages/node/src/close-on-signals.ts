import type { MaybePromise, ReportThrown } from '@toolwire/core';
import type { CloseOptions } from './close-server.ts';
import type { ListeningServer } from './listen.ts';

/** Which signals stop the process, and how long the stop may take. */
export interface CloseOnSignalsOptions extends CloseOptions {
  /** SIGTERM and SIGINT if left out. */
  readonly signals?: readonly NodeJS.Signals[];
  /** When to give up and exit with 1, in milliseconds after the signal; 10 000 if left out. */
  readonly hardLimitMs?: number;
  /** What to do between the last answer and the exit, such as sending the last traces; a promise is waited for. */
  readonly onClosed?: () => MaybePromise<unknown>;
}

/**
 * Stops the process when it is told to: exit code 0 when every call was answered and `onClosed` is done, 1 when either
 * failed or the hard limit came first. Answers a function that takes this back.
 */
export function closeOnSignals(
  { close, report }: Pick<ListeningServer, 'close' | 'report'>,
  options: CloseOnSignalsOptions = {},
): () => void {
  const { signals = ['SIGTERM', 'SIGINT'], hardLimitMs = 10_000, graceMs = 1000, deadlineMs = 7000 } = options;
  const { onClosed = () => undefined } = options;
  const end = async (): Promise<void> => {
    const isClosed = await succeeds(() => close({ graceMs, deadlineMs }), 'The server could not be closed', report);
    const isDone = await succeeds(onClosed, 'What was to be done before the exit has failed', report);
    process.exit(isClosed && isDone ? 0 : 1);
  };
  let stopping = false;
  const stop = (): void => {
    // A second signal is somebody who does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), hardLimitMs).unref();
    void end();
  };
  for (const signal of signals) process.on(signal, stop);
  return () => {
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
