/** A connection that can be closed. */
export interface Closable {
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** The hard limit of a shutdown, in milliseconds. Then the process exits with 1. */
const hardLimitMs = 5000;

/** Exits with 0 when the connection has closed. SIGTERM and SIGINT close it. */
export function exitWhenClosed(serving: Closable): void {
  let stopping = false;
  const stop = (): void => {
    // A second signal means: exit now.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), hardLimitMs).unref();
    void serving.close();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // Timers and connections of the app would keep the process alive.
  void serving.closed.then(() => process.exit(0));
}
