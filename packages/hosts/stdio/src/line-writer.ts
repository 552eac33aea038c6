import type { Writable } from 'node:stream';

/** Writes messages, one a line. */
export interface LineWriter {
  send(message: object): void;
  /** Resolves once the reader has caught up; `undefined` while it keeps up. */
  caughtUp(): Promise<void> | undefined;
  /** Resolves when all output is flushed, or the reader is gone. */
  flushed(): Promise<void>;
}

/** Makes a writer over a stream; `write` takes the place of the stream's own. */
export function createLineWriter(output: Writable, write: Writable['write']): LineWriter {
  let behind: Promise<void> | undefined;
  return {
    send(message) {
      // MCP-STDIO-01: JSON text has no line breaks.
      if (write(`${JSON.stringify(message)}\n`)) return;
      behind ??= drained(output).then(() => {
        behind = undefined;
      });
    },
    caughtUp: () => behind,
    flushed: () =>
      new Promise((resolve) => {
        if (output.destroyed) resolve();
        else write('', () => resolve());
      }),
  };
}

function drained(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      output.off('drain', done).off('close', done).off('error', done);
      resolve();
    };
    output.on('drain', done).on('close', done).on('error', done);
  });
}

/** A running process that can be stopped. */
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
    // A second signal means: exit now.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), hardLimitMs).unref();
    void served.close();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // Timers and connections of the app would keep the process alive.
  void served.closed.then(() => process.exit(0));
}
