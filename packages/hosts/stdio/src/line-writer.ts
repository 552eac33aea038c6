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
