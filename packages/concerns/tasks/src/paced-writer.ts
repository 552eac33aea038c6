import { startTimer } from '@toolwire/internal';

/** Writes the latest text at once, and then at most once per interval. */
export interface PacedWriter {
  readonly say: (text: string) => void;
  /** Drops the text that was not written yet. */
  readonly stop: () => void;
}

/** Creates a throttled writer for texts that replace each other, such as progress messages. */
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
