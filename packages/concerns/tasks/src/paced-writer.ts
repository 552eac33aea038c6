import { startTimer } from '@toolwire/internal';

/** Writes the latest text at once, and then at most once per interval. */
export interface PacedWriter {
  readonly write: (text: string) => void;
  /** Writes nothing more. Returns the text that was not written yet. */
  readonly stop: () => string | undefined;
}

/** Creates a throttled writer for texts that replace each other, such as progress messages. */
export function createPacedWriter(intervalMs: number, write: (text: string) => void): PacedWriter {
  let nextText: string | undefined;
  let stopTimer: (() => void) | undefined;
  const flush = (): void => {
    stopTimer = undefined;
    if (nextText === undefined) return;
    const text = nextText;
    nextText = undefined;
    stopTimer = startTimer(intervalMs, flush);
    write(text);
  };
  return {
    write: (text) => {
      nextText = text;
      if (stopTimer === undefined) flush();
    },
    stop: () => {
      stopTimer?.();
      const text = nextText;
      nextText = undefined;
      return text;
    },
  };
}
