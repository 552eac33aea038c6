import type { Writable } from 'node:stream';

/** Writes messages, one a line. */
export interface LineWriter {
  send(message: object): void;
  /** Resolves once the reader has caught up; `undefined` while it keeps up. */
  caughtUp(): Promise<void> | undefined;
  /** Resolves once all that was sent is with the system, or nobody reads any more. */
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
