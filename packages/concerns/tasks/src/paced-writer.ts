import { startTimer } from './timer.ts';

/** Writes what was said last, at once and then not more often than every so many milliseconds. */
export interface PacedWriter {
  readonly say: (text: string) => void;
  /** Drops what is not written yet. */
  readonly stop: () => void;
}

/** Makes a writer for words that replace each other, such as how far some work is. */
export function createPacedWriter(intervalMs: number, write: (text: string) => void): PacedWriter {
  let waiting: string | undefined;
  let stopTimer: (() => void) | undefined;
  const flush = (): void => {
    stopTimer = undefined;
    if (waiting === undefined) return;
    const text = waiting;
    waiting = undefined;
    stopTimer = startTimer(intervalMs, flush);
    write(text);
  };
  return {
    say: (text) => {
      waiting = text;
      if (stopTimer === undefined) flush();
    },
    stop: () => {
      waiting = undefined;
      stopTimer?.();
    },
  };
}
