import type { Writable } from 'node:stream';

/** Writes messages, one per line. */
export interface LineWriter {
  send(message: object): void;
  /** Resolves once the reader has caught up; `undefined` while it keeps up. */
  caughtUp(): Promise<void> | undefined;
  /** Resolves when all output is flushed, or the reader is gone. */
  flushed(): Promise<void>;
}

/** Creates a writer for a stream. `write` replaces the stream's own method. */
export function createLineWriter(output: Writable, write: Writable['write']): LineWriter {
  let catchingUp: Promise<void> | undefined;
  return {
    send(message) {
      // JSON text has no line breaks (MCP-STDIO-01).
      if (write(`${JSON.stringify(message)}\n`)) return;
      catchingUp ??= drained(output).then(() => {
        catchingUp = undefined;
      });
    },
    caughtUp: () => catchingUp,
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
