import type { Writable } from 'node:stream';
import { isProgressReport } from '@toolwire/mcp/internal';

/** Writes messages, one per line. */
export interface LineWriter {
  /** Writes a message as JSON text, which has no line breaks (MCP-STDIO-01). */
  send(text: string): void;
  /** Resolves once the reader has caught up; `undefined` while it keeps up. */
  caughtUp(): Promise<void> | undefined;
  /** Resolves when all output is flushed, or the reader is gone. */
  flushed(): Promise<void>;
}

// The official clients drop progress reports that they read in one piece with the response.
const afterReportMs = 1;

/** Creates a writer for a stream. `write` replaces the stream's own method. */
export function createLineWriter(output: Writable, write: Writable['write']): LineWriter {
  let catchingUp: Promise<void> | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const writeLine = (line: string): void => {
    // A destroyed stream emits no more events to wait for.
    if (write(line) || output.destroyed) return;
    catchingUp ??= drained(output).then(() => {
      catchingUp = undefined;
    });
  };
  const writeWaiting = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = [];
    for (const line of lines) writeLine(line);
  };

  return {
    send(text) {
      const line = `${text}\n`;
      if (isProgressReport(text)) reportedAt = performance.now();
      else if (performance.now() - reportedAt < afterReportMs) timer ??= setTimeout(writeWaiting, afterReportMs);
      if (timer === undefined) writeLine(line);
      else waiting.push(line);
    },
    caughtUp: () => catchingUp,
    flushed: () =>
      new Promise((resolve) => {
        if (output.destroyed) resolve();
        else {
          writeWaiting();
          write('', () => resolve());
        }
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

/** Stdout that only carries messages of the protocol. */
export interface GuardedStdout {
  /** Writes a message. */
  readonly write: Writable['write'];
  /** Restores stdout. */
  readonly release: () => void;
}

/**
 * Reserves stdout for messages of the protocol. All other output, such as `console.log`, goes to stderr, where clients expect log
 * lines.
 */
export function guardStdout(): GuardedStdout {
  const { stdout, stderr } = process;
  const before = Object.getOwnPropertyDescriptor(stdout, 'write');
  const write = stdout.write.bind(stdout);
  const diverted = stderr.write.bind(stderr);
  // Only messages (MCP-STDIO-02).
  stdout.write = diverted;
  return {
    write,
    release: () => {
      // Another guard has replaced this one, and restores stdout itself.
      if (Object.getOwnPropertyDescriptor(stdout, 'write')?.value !== diverted) return;
      if (before === undefined) Reflect.deleteProperty(stdout, 'write');
      else Object.defineProperty(stdout, 'write', before);
    },
  };
}
