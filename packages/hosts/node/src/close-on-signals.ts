import type { MaybePromise } from '@toolwire/core';
import type { ReportThrown } from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { CloseOptions } from './close-server.ts';
import type { ListeningServer } from './listen.ts';

/** Which signals stop the process, and how long the stop may take. */
export interface CloseOnSignalsOptions extends CloseOptions {
  /** As for every stop, but 1000 if left out, and none on SIGINT: whoever presses Ctrl-C probes no health. */
  readonly graceMs?: number | undefined;
  /** SIGTERM and SIGINT if left out. */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
  /** When to give up and exit with 1, in milliseconds after the signal; 10 000 if left out. */
  readonly hardLimitMs?: number | undefined;
  /** What to do between the last answer and the exit, such as sending the last traces; a promise is waited for. */
  readonly onClosed?: (() => MaybePromise<unknown>) | undefined;
}

// npm and docker pass on a signal that the process has already got itself: that is one request to stop, sent twice.
const sameWishMs = 500;

const optionNames: NamesOf<CloseOnSignalsOptions> = {
  graceMs: true,
  signals: true,
  hardLimitMs: true,
  onClosed: true,
  deadlineMs: true,
};

/**
 * Stops the process when it is told to: exit code 0 when every call was answered and `onClosed` is done, 1 when either
 * failed or the hard limit came first. Answers a function that takes this back.
 */
export function closeOnSignals(
  { close, report }: Pick<ListeningServer, 'close' | 'report'>,
  options: CloseOnSignalsOptions = {},
): () => void {
  checkNames('closeOnSignals()', options, optionNames);
  const { signals = ['SIGTERM', 'SIGINT'], hardLimitMs = 10_000, graceMs = 1000, deadlineMs = 7000 } = options;
  const { onClosed = () => undefined } = options;
  let hardLimit: NodeJS.Timeout | undefined;
  const end = async (grace: number): Promise<void> => {
    const closes = (): Promise<void> => close({ graceMs: grace, deadlineMs });
    const isClosed = await succeeds(closes, 'The server could not be closed', report);
    const isDone = await succeeds(onClosed, 'What was to be done before the exit has failed', report);
    clearTimeout(hardLimit);
    process.exit(isClosed && isDone ? 0 : 1);
  };
  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      // A later signal is somebody who does not want to wait.
      if (performance.now() - stoppingSince >= sameWishMs) process.exit(1);
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
