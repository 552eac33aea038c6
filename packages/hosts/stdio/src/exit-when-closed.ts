/** What a process does until it is told to stop. */
export interface Closable {
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** How long a stop may take before it is cut short, in milliseconds. */
const hardLimitMs = 5000;

/** Ends the process with 0 when all is over, and on SIGTERM and SIGINT sees to it that it soon is. */
export function exitWhenClosed(served: Closable): void {
  let stopping = false;
  const stop = (): void => {
    // A second signal is somebody who does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), hardLimitMs).unref();
    void served.close();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // Timers and connections of the application would go on for nobody.
  void served.closed.then(() => process.exit(0));
}
