import type { CloseOptions } from './close-server.ts';
import type { ListeningServer } from './listen.ts';

/** Which signals stop the process, and how long the stop may take. */
export interface CloseOnSignalsOptions extends CloseOptions {
  /** SIGTERM and SIGINT if left out. */
  readonly signals?: readonly NodeJS.Signals[];
  /** When to give up and exit with 1, in milliseconds after the signal; 10 000 if left out. */
  readonly hardLimitMs?: number;
}

/**
 * Stops the process when it is told to: exit code 0 when every call was answered, 1 when the hard limit came first.
 * Answers a function that takes this back.
 */
export function closeOnSignals(
  { close }: Pick<ListeningServer, 'close'>,
  options: CloseOnSignalsOptions = {},
): () => void {
  const { signals = ['SIGTERM', 'SIGINT'], hardLimitMs = 10_000, graceMs = 1000, deadlineMs = 7000 } = options;
  let stopping = false;
  const stop = (): void => {
    // A second signal is somebody who does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), hardLimitMs).unref();
    close({ graceMs, deadlineMs }).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
