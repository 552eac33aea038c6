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

  const writeMessage = (text: string, isReport: boolean): void => {
    if (isReport) reportedAt = performance.now();
    // A destroyed stream emits no more events to wait for.
    if (write(`${text}\n`) || output.destroyed) return;
    catchingUp ??= drained(output).then(() => {
      catchingUp = undefined;
    });
  };
  const mustWait = (isReport: boolean): boolean => !isReport && performance.now() - reportedAt < afterReportMs;
  /** Writes waiting messages, up to the next one that follows a report. */
  const writeWaiting = (): void => {
    timer = undefined;
    for (const [index, text] of waiting.entries()) {
      const isReport = isProgressReport(text);
      if (mustWait(isReport)) {
        waiting = waiting.slice(index);
        timer = setTimeout(writeWaiting, afterReportMs);
        return;
      }
      writeMessage(text, isReport);
    }
    waiting = [];
  };
  const writeAllWaiting = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const text of waiting) writeMessage(text, isProgressReport(text));
    waiting = [];
  };

  return {
    send(text) {
      const isReport = isProgressReport(text);
      if (timer === undefined && !mustWait(isReport)) writeMessage(text, isReport);
      else {
        waiting.push(text);
        timer ??= setTimeout(writeWaiting, afterReportMs);
      }
    },
    caughtUp: () => catchingUp,
    flushed: () =>
      new Promise((resolve) => {
        if (output.destroyed) resolve();
        else {
          writeAllWaiting();
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
